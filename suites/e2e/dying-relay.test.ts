import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../src/certify/judge/result.ts';
import { systemClock } from '../../src/core/clock.ts';
import { certifyTroubled, mustsOfRun, notRunOf, troubledRelay } from '../support/certify/troubled-relay.ts';

const survives = 'relay/process/survives';

function deathsOf(outcome: Awaited<ReturnType<typeof certifyTroubled>>['outcome']): readonly Finding[] {
  return outcome.results.flatMap(({ findings }) => findings.filter(({ requirement }) => requirement === survives));
}

describe('a relay that ends', () => {
  test('at its 31st request does so by count, and nothing else is said of the cases in flight', async () => {
    const { outcome, told } = await certifyTroubled({
      trouble: 'ends-by-count',
      environment: { LIMIT: 31 },
      choices: { cases: ['short-text~cut-fin', 'short-text~cut-rst', 'one-tool~cut-fin'] },
    });
    const deaths = deathsOf(outcome);
    expect(deaths.length).toBeGreaterThan(0);
    expect(new Set(deaths.map(({ actual }) => actual))).toEqual(
      new Set(['it exited with code 1 at request 31 after its start, whatever the requests are']),
    );
    expect(Object.keys(mustsOfRun(outcome))).toEqual([`${survives} | process_ended_by_count`]);
    expect({ verdict: outcome.verdict, faults: outcome.faults, notRun: notRunOf(outcome) }).toEqual({
      verdict: 'refused',
      faults: [],
      notRun: [],
    });
    expect(told).toContain('the relay exited with code 1; it printed nothing');
  });

  test('whenever its upstream breaks off does so by case, and only these cases are refused', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'ends-on-break',
      choices: { cases: ['short-text/', 'short-text~cut-fin@', 'short-text~line', 'one-tool~line'] },
    });
    expect(mustsOfRun(outcome)).toEqual({ [`${survives} | process_ended_by_case`]: 2 });
    expect(deathsOf(outcome).every(({ casePath }) => casePath.includes('short-text~cut-fin@'))).toBe(true);
    // The same stimulus is not sent for ever, and what was not sent is no pass.
    expect(new Set(notRunOf(outcome).map(({ mutation, notRun }) => `${mutation}: ${notRun}`))).toEqual(
      new Set(['cut-fin: the stimulus cut-fin ended the relay in 2 cases and was not sent again']),
    );
    expect(outcome.verdict).toBe('unfinished');
    const healthy = outcome.results.filter(({ mutation }) => mutation !== 'cut-fin');
    expect(healthy.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'must'))).toEqual([]);
  });

  test('a moment after its upstream broke off does so by that case, whoever finds it gone', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'ends-later',
      relay: { concurrency: 1 },
      choices: { cases: ['short-text/', 'short-text~cut-fin@4', 'short-text~line', 'short-text~rechunk'] },
    });
    expect(mustsOfRun(outcome)).toEqual({ [`${survives} | process_ended_by_case`]: 1 });
    const [death] = deathsOf(outcome);
    expect(`${death?.casePath} ${death?.actual}`).toContain('short-text~cut-fin@4/stream');
    expect(notRunOf(outcome)).toEqual([]);
  });

  test('by count is started again before that number, so that all other cases are judged', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'ends-by-count',
      environment: { LIMIT: 5 },
      choices: { cases: ['short-text~cut-fin@', 'short-text~http-error', 'short-text~cut-rst@'] },
    });
    expect(outcome.header.cases).toBeGreaterThan(25);
    expect(deathsOf(outcome)).toHaveLength(1);
    expect(outcome).toMatchObject({ verdict: 'refused', counts: { notRun: 0, refused: 1 } });
  });

  test('is started again five times at most, and the rest is not run', async () => {
    const { outcome } = await certifyTroubled({
      trouble: 'ends-on-faults',
      relay: { concurrency: 1 },
      choices: { cases: ['short-text~cut-fin@', 'short-text~cut-rst@', 'short-text~http-error'] },
    });
    expect(deathsOf(outcome)).toHaveLength(5);
    expect(Object.keys(mustsOfRun(outcome))).toEqual([`${survives} | process_ended_by_case`]);
    expect(notRunOf(outcome).at(-1)?.notRun).toMatch(/^the relay ended 6 times, and is started again 5 times at most/);
    expect(outcome.verdict).toBe('unfinished');
  });
});

test('a relay that somebody else started and that goes away is untestable, and no case is blamed', async () => {
  const port = await freePort();
  const { start } = troubledRelay({ trouble: 'ends-by-count' });
  // Its upstream is learned from the first request of the setup, because the port of the fake one is not known before.
  const program = spawn(process.execPath, [String(start?.command[1] ?? '')], {
    env: { PORT: String(port), UPSTREAM: 'http://127.0.0.1:9', TROUBLE: 'ends-by-count', LIMIT: '9' },
    stdio: 'ignore',
  });
  onTestFinished(() => void program.kill());
  const { start: _start, ...relay } = troubledRelay({ trouble: 'none' });
  const { outcome } = await certifyTroubled({
    trouble: 'none',
    relay: {
      ...relay,
      url: `http://127.0.0.1:${port}`,
      setup: [{ path: '/upstream', body: '{upstream}' }],
      rest: 0.1,
    },
    choices: { cases: ['short-text~cut-fin@'] },
  });
  expect(mustsOfRun(outcome)).toEqual({});
  const gone = 'the relay stopped accepting connections, and relaycert did not start it';
  expect(new Set(notRunOf(outcome).map(({ notRun }) => notRun))).toEqual(new Set([gone]));
  expect(outcome.results.flatMap(({ verdicts }) => verdicts)).toContainEqual({
    requirement: survives,
    verdict: 'untestable',
    reason: gone,
  });
  expect(outcome.verdict).toBe('unfinished');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await systemClock.sleep(1);
  return typeof address === 'object' && address !== null ? address.port : 0;
}
