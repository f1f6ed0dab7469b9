import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlannedCase } from '../../../../src/certify/plan/planned-case.ts';
import type { CaseRun } from '../../../../src/certify/run/case-run.ts';
import { createDeathSearch, type Suspect, type WaitingSuspect } from '../../../../src/certify/run/death-search.ts';
import { createGate } from '../../../../src/certify/run/gate.ts';
import type { Evidence } from '../../../../src/core/evidence.ts';
import { defaultPolicies } from '../../../../src/core/policies.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { chatCases } from '../../../support/certify/chat-cases.ts';

const cases = chatCases('short-text');
const [control, ...others] = cases;

const client = readCapture('openai-chat', 'stream', { chunks: [], ending: 'fin', endedAtMs: 0 });

function evidenceOf(planned: PlannedCase): Evidence {
  const { id: caseId, route, mode, request } = planned;
  return { caseId, route, mode, request, client, attempts: [], policies: defaultPolicies, process: { watched: true } };
}

/** What a relay that is only a rule of when it ends makes of a search after its end. */
async function searched(
  rule: {
    /** It ends while it answers this case, or after so many requests, or some time after this case. */
    readonly onCase?: PlannedCase | undefined;
    readonly atRequest?: number;
    readonly afterCase?: PlannedCase;
  },
  {
    inFlight,
    earlier = [],
    requests = inFlight.length,
  }: {
    readonly inFlight: readonly PlannedCase[];
    readonly earlier?: readonly PlannedCase[];
    readonly requests?: number;
  },
) {
  let now = 0;
  let got = requests;
  let ended: string | undefined = 'exited with code 1';
  let doomed = false;
  let starts = 0;
  const runOnce = (planned: PlannedCase): Promise<CaseRun> => {
    expect(ended, 'a relay that has ended is not asked').toBeUndefined();
    got += 1;
    now += 5;
    ended = planned === rule.onCase || got === rule.atRequest ? 'exited with code 1' : ended;
    doomed ||= planned === rule.afterCase;
    return Promise.resolve({
      evidence: evidenceOf(planned),
      concurrency: 1,
      delayMs: 0,
      ...(ended === undefined ? {} : { ended }),
    });
  };
  const { search } = createDeathSearch({
    gate: createGate(16),
    keeper: {
      relay: () => expect.fail('nobody needs it'),
      generation: () => starts,
      requests: () => got,
      prepare: () => Promise.resolve(),
      sawFault: () => undefined,
      ended: () => ended,
      endedAfter: () => Promise.resolve(ended),
      isBack: () => Promise.resolve(true),
      startsFast: () => true,
      restart: () => {
        [got, ended, doomed] = [0, undefined, false];
        starts += 1;
        return Promise.resolve();
      },
      stop: () => Promise.resolve(),
    },
    now: () => now,
    sleep: (ms) => {
      now += ms;
      ended = doomed ? 'exited with code 1' : ended;
      return Promise.resolve();
    },
    runOnce,
    control: () => control,
    spared: () => undefined,
    remember: () => undefined,
  });
  const ran = (planned: PlannedCase): Suspect => ({
    planned,
    baseline: undefined,
    run: { evidence: evidenceOf(planned), concurrency: 16, delayMs: 0 },
  });
  const results = new Map<PlannedCase, CaseRun>();
  const suspects: readonly WaitingSuspect[] = inFlight.map((planned) => ({
    ...ran(planned),
    resolve: () => undefined,
  }));
  await search({
    suspects,
    earlier: earlier.map(ran),
    ended: 'exited with code 1',
    resolve: ({ planned }, run) => results.set(planned, run),
  });
  expect(ended, 'the relay runs after a search').toBeUndefined();
  const bearers = [...results].filter(([, { evidence }]) => evidence?.process?.ended !== undefined);
  return {
    results,
    starts,
    bearers: bearers.map(([planned, { evidence }]) => ({ planned, process: evidence?.process })),
  };
}

const someCases = fc.uniqueArray(fc.integer({ min: 0, max: others.length - 1 }), { minLength: 1, maxLength: 16 });
const pick = (indices: readonly number[]): readonly PlannedCase[] => indices.flatMap((index) => others[index] ?? []);

test('a case that ends the relay is found among any others, and all others get a result', async () => {
  await fc.assert(
    fc.asyncProperty(someCases, fc.nat(), async (indices, at) => {
      const inFlight = pick(indices);
      const onCase = inFlight[at % inFlight.length];
      const { results, bearers, starts } = await searched({ onCase }, { inFlight });
      expect(bearers).toEqual([{ planned: onCase, process: expect.objectContaining({ cause: 'by-case' }) }]);
      expect(results.size).toBe(inFlight.length);
      expect(starts).toBeLessThanOrEqual(3);
    }),
    { numRuns: 50 },
  );
});

test('an end by count is found whatever was in flight, even where it comes during the search', async () => {
  await fc.assert(
    fc.asyncProperty(someCases, fc.integer({ min: 2, max: 60 }), async (indices, atRequest) => {
      const inFlight = pick(indices);
      const { results, bearers } = await searched({ atRequest }, { inFlight, requests: atRequest });
      expect(bearers.map(({ process }) => process)).toEqual([
        expect.objectContaining({ cause: 'by-count', requests: atRequest }),
      ]);
      expect([...results.values()].filter(({ notRun }) => notRun !== undefined).length).toBeLessThan(inFlight.length);
    }),
    { numRuns: 50 },
  );
});

test('a case that ended well before is found if the relay ends a moment after it', async () => {
  const [culprit, ...rest] = pick([0, 1, 2, 3, 4]);
  const found = await searched(
    { ...(culprit === undefined ? {} : { afterCase: culprit }) },
    {
      inFlight: rest,
      earlier: culprit === undefined ? [] : [culprit],
    },
  );
  expect(found.bearers).toHaveLength(1);
  expect(found.bearers[0]?.process).toMatchObject({ cause: 'by-case', after: culprit?.path });
  expect(rest).toContain(found.bearers[0]?.planned);
});

test('an end that nothing brings about again is told once, and nobody is blamed by case', async () => {
  const inFlight = pick([0, 1, 2, 3]);
  const { bearers, results } = await searched({}, { inFlight, requests: 40 });
  expect(bearers.map(({ process }) => process)).toEqual([
    { watched: true, ended: 'exited with code 1', cause: 'not-reproduced', requests: 40, inFlight: 4 },
  ]);
  expect(results.size).toBe(4);
});
