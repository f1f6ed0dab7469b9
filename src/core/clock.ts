/** The only file that reads time. Everything else is given a `Clock`, so that tests and replays can control it. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never runs backwards. */
  readonly now: () => number;
  /** The date and time of day, for stamps in reports. */
  readonly date: () => Date;
  /** Runs `action` after `ms`, or soon if that is negative. The returned function cancels it. */
  readonly after: (ms: number, action: () => void) => () => void;
  /** Resolves after `ms`. */
  readonly sleep: (ms: number) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  after: (ms, action) => {
    const timer = setTimeout(action, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
};

/** Milliseconds that the event loop of this thread has been busy so far, by the clock on the wall; never falls. */
export function busyMs(): number {
  return performance.eventLoopUtilization().active;
}
