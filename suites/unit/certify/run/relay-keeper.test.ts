import { expect, test } from 'vitest';
import { keepRelay } from '../../../../src/certify/run/relay-keeper.ts';
import type { Capture } from '../../../../src/core/exchange.ts';
import type { Restart } from '../../../../src/relays/relay-config.ts';
import type { RunningRelay } from '../../../../src/relays/running-relay.ts';
import { handClock } from '../../../support/certify/run-samples.ts';

const head = { status: 200, headers: [] };
const whole: Capture = { head, chunks: [], ending: 'clean', endedAtMs: 1 };
const broken: Capture = { head, chunks: [], ending: 'rst', endedAtMs: 1 };
const silent: Capture = { chunks: [], ending: 'fin', endedAtMs: 1 };

/** A keeper of relays that only count what is done to them. */
async function kept(restart: Restart = 'never', more: Partial<RunningRelay> = {}) {
  const log: string[] = [];
  const hand = handClock();
  const clock = { ...hand, sleep: (ms: number) => Promise.resolve(hand.advance(ms)) };
  const state: { exited?: string; reachable: boolean; exitsAt?: number } = { reachable: true };
  const keeper = await keepRelay(
    () => {
      log.push('start');
      delete state.exited;
      state.reachable = true;
      return Promise.resolve({
        name: 'r',
        baseUrl: 'http://127.0.0.1:1',
        routes: [],
        where: 'process',
        stop: () => Promise.resolve(void log.push('stop')),
        log: () => [],
        reachable: () => Promise.resolve(state.reachable),
        exited: () =>
          clock.now() >= (state.exitsAt ?? Number.POSITIVE_INFINITY) ? 'exited with code 1' : state.exited,
        ...more,
      });
    },
    { clock, restart },
  );
  return { keeper, log, state, clock };
}

test.each<[Restart, string]>([
  ['never', 'start'],
  ['after-fault', 'start stop start'],
  ['always', 'start stop start stop start'],
])('with restart: %s, three cases of which the second sees a fault are: %s', async (restart, expected) => {
  const { keeper, log } = await kept(restart);
  await keeper.prepare();
  await keeper.prepare();
  keeper.sawFault();
  await keeper.prepare();
  expect(log.join(' ')).toBe(expected);
  expect(keeper.requests()).toBe({ never: 3, 'after-fault': 1, always: 1 }[restart]);
});

test('a reset comes before each case but the first after a start', async () => {
  const resets: number[] = [];
  const { keeper } = await kept('never', { reset: () => Promise.resolve(void resets.push(1)) });
  await keeper.prepare();
  expect(resets).toHaveLength(0);
  await keeper.prepare();
  await keeper.prepare();
  expect(resets).toHaveLength(2);
  await keeper.restart();
  await keeper.prepare();
  expect(resets).toHaveLength(2);
});

test('a relay that goes on has not ended, however an exchange ended', async () => {
  const { keeper } = await kept();
  for (const capture of [whole, broken, silent]) {
    expect(await keeper.endedAfter(capture)).toBeUndefined();
  }
});

test('an end that becomes known a moment after its connections ended is seen', async () => {
  for (const [capture, ms] of [
    [broken, 30],
    [silent, 130],
  ] as const) {
    const { keeper, state, clock } = await kept();
    state.exitsAt = clock.now() + ms;
    expect(await keeper.endedAfter(capture)).toBe('exited with code 1');
  }
});

test('a port that closes is an end, too, and an open one is none any more', async () => {
  const { keeper, state } = await kept();
  state.reachable = false;
  expect(await keeper.endedAfter(silent)).toBe('stopped accepting connections');
  expect(keeper.ended()).toBe('stopped accepting connections');
  expect(await keeper.isBack()).toBe(false);
  state.reachable = true;
  expect(await keeper.isBack()).toBe(true);
  expect(keeper.ended()).toBeUndefined();
});

test('a relay that somebody else started is not started again', async () => {
  const { keeper } = await kept('never', { where: 'elsewhere' });
  expect(keeper.startsFast()).toBe(false);
  await expect(keeper.restart()).rejects.toThrow('cannot be started again');
});
