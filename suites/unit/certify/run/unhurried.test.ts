import { expect, test } from 'vitest';
import { loadRecordingSet } from '../../../../src/certify/options/recording-set.ts';
import { makePlan } from '../../../../src/certify/plan/plan.ts';
import { unhurried } from '../../../../src/certify/run/unhurried.ts';
import type { DeadlineName } from '../../../../src/core/exchange.ts';
import { answerOf, bothSides, told } from '../../../support/triangle/both-sides.ts';

const answer = answerOf([told.text(0, 'Hello')]);
const evidence = bothSides({ client: 'openai-chat', upstream: 'openai-chat', sent: answer, seen: answer });
const [planned] = makePlan([{ client: 'openai-chat', upstream: 'openai-chat', model: 'm', headers: {} }], {
  ...loadRecordingSet([]),
  level: 'core',
  exhaustive: false,
}).cases;

/** How often a case is run whose first answer was cut by this deadline, beside so many others, of which so many are left. */
async function runs(deadline: DeadlineName | undefined, beside: number, left: number): Promise<number> {
  const { client } = evidence;
  const capture = { ...client.capture, ...(deadline === undefined ? {} : { ending: 'aborted' as const, deadline }) };
  let count = 0;
  const run = unhurried(
    () => {
      count += 1;
      return Promise.resolve({
        evidence: { ...evidence, client: { ...client, capture } },
        concurrency: count === 1 ? beside : left,
        delayMs: 0,
      });
    },
    { width: () => left },
  );
  if (planned !== undefined) {
    await run(planned, undefined);
  }
  return count;
}

test.each([
  ['afterUpstreamEnd', 16, 3, 2],
  ['idle', 16, 3, 2],
  ['afterUpstreamEnd', 16, 16, 1],
  ['afterUpstreamEnd', 3, 3, 1],
  [undefined, 16, 3, 1],
] as const)('cut by %s beside %i, with %i at once by now: run %i times', async (deadline, beside, left, expected) => {
  expect(await runs(deadline, beside, left)).toBe(expected);
});
