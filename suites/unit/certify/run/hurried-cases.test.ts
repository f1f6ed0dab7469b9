import { expect, test } from 'vitest';
import { createGate } from '../../../../src/certify/run/gate.ts';
import { createHurriedCases } from '../../../../src/certify/run/hurried-cases.ts';
import type { DeadlineName } from '../../../../src/core/exchange.ts';
import { chatCases } from '../../../support/certify/chat-cases.ts';
import { sampleCase } from '../../../support/certify/run-samples.ts';
import { answerOf, bothSides, told } from '../../../support/triangle/both-sides.ts';

const answer = answerOf([told.text(0, 'Hello')]);
const evidence = bothSides({ client: 'openai-chat', upstream: 'openai-chat', sent: answer, seen: answer });
const plan = chatCases();

/** How often a case is run again whose answer was cut by this deadline, beside so many others, of which so many are left. */
async function runsAgain(deadline: DeadlineName | undefined, beside: number, left: number): Promise<readonly string[]> {
  const { client } = evidence;
  const capture = { ...client.capture, ...(deadline === undefined ? {} : { ending: 'aborted' as const, deadline }) };
  const hurried = createHurriedCases({ width: () => left, narrow: () => undefined }, () => undefined);
  const kept: string[] = [];
  for (const planned of plan.slice(0, 1)) {
    hurried.note(planned, {
      evidence: { ...evidence, client: { ...client, capture } },
      concurrency: beside,
      delayMs: 0,
    });
    const result = sampleCase('first');
    await hurried.runAgain(
      hurried.has(planned) ? [{ planned, result }] : [],
      () => Promise.resolve(sampleCase('again')),
      ({ casePath }) => kept.push(casePath),
    );
  }
  return kept;
}

test.each([
  ['afterUpstreamEnd', 16, 3, ['again']],
  ['idle', 16, 3, ['again']],
  ['afterUpstreamEnd', 16, 16, ['first']],
  ['afterUpstreamEnd', 3, 3, ['first']],
  ['afterUpstreamEnd', 1, 1, []],
  [undefined, 16, 3, []],
] as const)('cut by %s beside %i, with %i at once by now: keeps %j', async (deadline, beside, left, expected) => {
  expect(await runsAgain(deadline, beside, left)).toEqual(expected);
});

test.each([
  { what: 'was still coming', silentMs: 200, beside: 16, widths: 8 },
  { what: 'had stopped', silentMs: 2_500, beside: 16, widths: 16 },
  { what: 'was cut beside more than run at once by now', silentMs: 200, beside: 32, widths: 16 },
])(
  'an answer that $what when a deadline cut it: $widths of 16 run at once from then on',
  ({ silentMs, beside, widths }) => {
    const { client } = evidence;
    const endedAtMs = (client.capture.chunks.at(-1)?.atMs ?? 0) + silentMs;
    const capture = { ...client.capture, ending: 'aborted' as const, deadline: 'afterUpstreamEnd' as const, endedAtMs };
    const gate = createGate(16);
    const said: string[] = [];
    const hurried = createHurriedCases(gate, (line) => said.push(line));
    for (const planned of plan.slice(0, 3)) {
      const cut = { ...evidence, client: { ...client, capture } };
      hurried.note(planned, { evidence: cut, concurrency: beside, delayMs: 0 });
    }
    expect(gate.width()).toBe(widths);
    expect(said).toHaveLength(widths === 16 ? 0 : 1);
  },
);
