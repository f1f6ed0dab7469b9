import { busyMs, type Clock } from '../../core/clock.ts';

/** Tells how late our own process is, because another one has the processor or we have too much to do. */
export interface DelayMeter {
  /** Milliseconds of all delays so far. */
  readonly total: () => number;
  readonly stop: () => void;
}

/** Milliseconds between two looks. */
const intervalMs = 20;

/** A timer is late by so many milliseconds anyway. */
const toleratedMs = 5;

/** A process that was busy for this share of the time had no moment in which it could have read what came. */
const saturated = 0.9;

/**
 * Measures by a timer: what it comes later than it was set for, everything else in this process comes later, too. Where
 * the process was busy all the time, its timers may still be in time, while more and more is left unread. All of that time
 * is delay.
 *
 * @param busy milliseconds that this process has been busy so far
 */
export function startDelayMeter(clock: Clock, busy: () => number = busyMs): DelayMeter {
  let total = 0;
  let [lookedAt, busyBefore] = [clock.now(), busy()];
  const since = (): number => {
    const elapsed = clock.now() - lookedAt;
    const late = elapsed - intervalMs - toleratedMs;
    return elapsed > intervalMs / 2 && busy() - busyBefore >= saturated * elapsed ? elapsed : Math.max(0, late);
  };
  const look = (): void => {
    total += since();
    [lookedAt, busyBefore] = [clock.now(), busy()];
    cancel = clock.after(intervalMs, look);
  };
  let cancel = clock.after(intervalMs, look);
  return {
    // A timer that is due and has not run counts already.
    total: () => total + Math.max(0, clock.now() - lookedAt - intervalMs - toleratedMs),
    stop: () => cancel(),
  };
}
