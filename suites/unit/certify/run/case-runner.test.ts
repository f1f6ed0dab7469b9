import { expect, test } from 'vitest';
import type { CaseRun } from '../../../../src/certify/run/case-run.ts';
import { createCaseRunner } from '../../../../src/certify/run/case-runner.ts';
import type { Capture } from '../../../../src/core/exchange.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { chatCases } from '../../../support/certify/chat-cases.ts';
import { answerOf, bothSides, told } from '../../../support/triangle/both-sides.ts';

const answer = answerOf([told.text(0, 'Hello')]);
const evidence = bothSides({ client: 'openai-chat', upstream: 'openai-chat', sent: answer, seen: answer });
const plan = chatCases();

/** What a case that changes nothing is compared with when its unchanged case ended like this. */
async function comparedWith(ending: Partial<Capture>): Promise<Outcome | undefined> {
  const { client } = evidence;
  const seen = { ...evidence, client: { ...client, capture: { ...client.capture, ...ending } } };
  const compared: (Outcome | undefined)[] = [];
  const runner = createCaseRunner(plan, (planned, baseline): Promise<CaseRun> => {
    compared.push(...(planned.mutation === undefined ? [] : [baseline]));
    return Promise.resolve({ evidence: seen, concurrency: 1, delayMs: 0 });
  });
  for (const planned of plan.filter(({ path }) => path.endsWith('/short-text~comment-block/stream'))) {
    await runner.runOf(planned);
  }
  expect(compared).toHaveLength(1);
  return compared[0];
}

test('a case that changes nothing is compared with what the unchanged one showed', async () => {
  expect(await comparedWith({})).toEqual(evidence.client.outcome);
});

test('an unchanged answer that we stopped waiting for is nothing to compare with', async () => {
  expect(await comparedWith({ ending: 'aborted', deadline: 'afterUpstreamEnd' })).toBeUndefined();
});
