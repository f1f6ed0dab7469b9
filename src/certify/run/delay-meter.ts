import type { Clock } from '../../core/clock.ts';

/** Tells how late our own process is, because another one has the processor or we compute. */
export interface DelayMeter {
  /** Milliseconds of all delays so far. */
  readonly total: () => number;
  readonly stop: () => void;
}

/** Milliseconds between two looks. */
const intervalMs = 20;

/** A timer is late by so many milliseconds anyway. */
const toleratedMs = 5;

/** Measures by a timer: what it comes later than it was set for, everything else in this process comes later, too. */
export function startDelayMeter(clock: Clock): DelayMeter {
  let total = 0;
  let due = clock.now() + intervalMs;
  const late = (): number => Math.max(0, clock.now() - due - toleratedMs);
  const look = (): void => {
    total += late();
    due = clock.now() + intervalMs;
    cancel = clock.after(intervalMs, look);
  };
  let cancel = clock.after(intervalMs, look);
  return {
    // A timer that is due and has not run counts already.
    total: () => total + late(),
    stop: () => cancel(),
  };
}
