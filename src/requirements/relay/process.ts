import type { ProcessEvidence } from '../../core/evidence.ts';
import type { ProcessRequirement } from '../../core/requirement.ts';
import { breachesOrPass, pass, skip } from '../breach.ts';

export const requirements: readonly ProcessRequirement[] = [
  {
    subject: 'process',
    id: 'relay/process/survives',
    title: "The relay's process goes on, whatever the upstream sends.",
    why: 'a relay that ends takes the answers of all other clients with it',
    severity: 'must',
    harm: 'content',
    grade: 'faithful',
    level: 'core',
    source: { text: 'a relay that ends: what is tried to find out why; fault D01', doc: 'docs/faults.md#d01' },
    provenBy: [],
    provenIn: 'suites/e2e/dying-relay.test.ts',
    check: ({ process }) => {
      if (process === undefined) {
        return skip('relaycert did not start this relay as a process');
      }
      if (process.ended === undefined) {
        return pass;
      }
      if (!process.watched) {
        return { result: 'untestable', reason: `the relay ${process.ended}, and relaycert did not start it` };
      }
      return breachesOrPass([
        {
          expected: 'a process that goes on',
          actual: describeEnd(process),
          frames: [],
          cause: `process_ended_${process.cause ?? 'not-reproduced'}`.replaceAll('-', '_'),
        },
      ]);
    },
  },
];

function describeEnd({ ended, cause = 'not-reproduced', after, requests = 0, inFlight = 1 }: ProcessEvidence): string {
  switch (cause) {
    case 'by-case':
      return after === undefined
        ? `it ${ended}, and again when this case alone was run after a new start`
        : `it ${ended}, and again a moment after "${after}" was run alone after a new start`;
    case 'by-count':
      return `it ${ended} at request ${requests} after its start, whatever the requests are`;
    case 'not-reproduced':
      return `it ${ended} once (cases in flight: ${inFlight}); none of these did it again`;
  }
}
