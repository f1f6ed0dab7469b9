import { expect, test } from 'vitest';
import { startDelayMeter } from '../../../../src/certify/run/delay-meter.ts';
import type { Clock } from '../../../../src/core/clock.ts';

/** A clock whose timers run when they are told to, late or in time. */
function lateClock() {
  let now = 0;
  let busy = 0;
  let due: { readonly at: number; readonly action: () => void } | undefined;
  const clock: Clock = {
    now: () => now,
    date: () => new Date(0),
    after: (ms, action) => {
      due = { at: now + ms, action };
      return () => {
        due = undefined;
      };
    },
    sleep: () => Promise.resolve(),
  };
  return {
    clock,
    busy: () => busy,
    /** Lets time pass in which this process is busy, and its timers in time. */
    work: (ms: number) => {
      busy += ms;
    },
    isSet: () => due !== undefined,
    /** Lets time pass without running the timer. */
    block: (ms: number) => {
      now += ms;
    },
    runTimer: () => {
      const timer = due;
      now = Math.max(now, timer?.at ?? now);
      due = undefined;
      timer?.action();
    },
  };
}

test('a process that is in time has no delay', () => {
  const { clock, runTimer } = lateClock();
  const meter = startDelayMeter(clock, () => 0);
  for (let index = 0; index < 50; index += 1) {
    runTimer();
  }
  expect(meter.total()).toBe(0);
});

test('what a timer comes too late adds up, and counts before the timer has run', () => {
  const { clock, block, runTimer } = lateClock();
  const meter = startDelayMeter(clock, () => 0);
  block(125);
  expect(meter.total()).toBe(100);
  runTimer();
  expect(meter.total()).toBe(100);
  block(75);
  runTimer();
  expect(meter.total()).toBe(150);
});

test('a process that is busy all the time is late all the time, though its timers are not', () => {
  const { clock, busy, work, runTimer } = lateClock();
  const meter = startDelayMeter(clock, busy);
  work(20);
  runTimer();
  expect(meter.total()).toBe(20);
  work(10);
  runTimer();
  expect(meter.total()).toBe(20);
});

test('a meter that is stopped sets no more timers', () => {
  const { clock, isSet, runTimer } = lateClock();
  const meter = startDelayMeter(clock, () => 0);
  runTimer();
  meter.stop();
  expect(isSet()).toBe(false);
});
