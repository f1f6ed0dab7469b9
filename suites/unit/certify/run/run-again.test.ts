import { expect, test } from 'vitest';
import type { CaseResult } from '../../../../src/certify/judge/result.ts';
import { createRests } from '../../../../src/certify/run/rests.ts';
import { runAgain } from '../../../../src/certify/run/run-again.ts';
import { chatCases } from '../../../support/certify/chat-cases.ts';
import { handClock, sampleCase } from '../../../support/certify/run-samples.ts';

const cases = chatCases('short-text');
const postponed = cases.slice(0, 6).map((planned) => ({
  planned,
  result: { ...sampleCase(planned.path, [], { notRun: 'refused', verdicts: [] }), case: planned.id },
}));

/** Runs six postponed cases again; `passes` says of the n-th run whether the relay answers. */
async function again(passes: (run: number) => boolean, { refused = true, restMs = 1_000 } = {}) {
  const rests: number[] = [];
  const clock = { ...handClock(), sleep: (ms: number) => Promise.resolve(void rests.push(ms)) };
  const log: string[] = [];
  const results: CaseResult[] = [];
  let run = 0;
  await runAgain(
    postponed,
    {
      run: (planned) => {
        run += 1;
        log.push(String(postponed.findIndex((entry) => entry.planned === planned)));
        const notRun = passes(run) ? {} : { notRun: 'refused again', verdicts: [] };
        return Promise.resolve({ ...sampleCase(planned.path), case: planned.id, ...notRun });
      },
      rests: createRests(clock, restMs),
      wasRefused: () => refused,
      retryAfterMs: () => undefined,
      tell: () => undefined,
    },
    (result) => results.push(result),
  );
  return { rests, runs: log.join(''), left: results.map(({ notRun }) => notRun ?? 'ran') };
}

test('a relay that answers again needs one rest', async () => {
  expect(await again(() => true)).toEqual({ rests: [1_000], runs: '012345', left: Array(6).fill('ran') });
});

test('a relay that goes on refusing is left alone after two cases', async () => {
  const { rests, runs, left } = await again(() => false);
  expect({ rests, runs }).toEqual({ rests: [1_000, 1_000], runs: '01' });
  expect(left).toEqual(['refused again', 'refused again', 'refused', 'refused', 'refused', 'refused']);
});

test('a case that is refused without a rest before it gets one more try after a rest', async () => {
  const { runs, left, rests } = await again((run) => run !== 3);
  expect({ runs, rests }).toEqual({ runs: '0122345', rests: [1_000, 1_000] });
  expect(new Set(left)).toEqual(new Set(['ran']));
});

test('rests end when their budget is spent', async () => {
  const { rests, left } = await again((run) => run % 2 === 0, { restMs: 50_000 });
  expect(rests.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(200_000);
  expect(left).toContain('refused');
});

test('what the relay did not refuse is tried without a rest, and keeps what it showed', async () => {
  const { rests, runs, left } = await again((run) => run !== 2, { refused: false });
  expect({ rests, runs }).toEqual({ rests: [], runs: '012345' });
  expect(left).toEqual(['ran', 'refused', 'ran', 'ran', 'ran', 'ran']);
});
