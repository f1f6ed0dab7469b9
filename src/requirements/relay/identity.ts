import { loadContract } from '../../contract/load.ts';
import type { ExchangeRequirement } from '../../core/requirement.ts';
import { hasResponseId, needsResponseId } from '../../dialects/response-id.ts';
import { breachAtEnd, breachesOrPass, pass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/identity/id',
    title: 'An answer has an id, where the types of the client dialect say so.',
    why: 'clients key their state by it and name it in the next request: with an empty id all answers are one',
    severity: 'must',
    grade: 'faithful',
    harm: 'other',
    level: 'core',
    source: { text: 'L04: the id of an answer', doc: 'docs/faults.md#l04' },
    provenBy: [{ breakage: 'id-emptied' }],
    check: (evidence) => {
      const { client, route } = evidence;
      if (!needsResponseId(loadContract(route.client).contract)) {
        return skip('an answer of the client dialect needs no id');
      }
      return compareAnswers(evidence, ({ dialect, reading }) => {
        if (hasResponseId(loadContract(dialect).contract) && reading.outcome.id === undefined) {
          return skip('the upstream gave no id, though its dialect has a place for one');
        }
        return client.outcome.id === undefined
          ? breachesOrPass([
              breachAtEnd(client, 'an id of the answer', 'no id, or an empty one', 'response_id_missing'),
            ])
          : pass;
      });
    },
  },
];
