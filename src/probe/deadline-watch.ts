import type { Clock } from '../core/clock.ts';
import type { DeadlineName, Deadlines } from '../core/exchange.ts';

/** Watches one exchange. Reports only the first deadline that passes, and only once. */
export interface DeadlineWatch {
  readonly connected: () => void;
  /** The head or a chunk has come. */
  readonly received: () => void;
  readonly upstreamEnded: () => void;
  readonly stop: () => void;
}

/** A deadline is extended by so many times itself at most: a relay that never stops sending keeps us busy for ever. */
const mostExtensions = 4;

/** From when a deadline counts, and how late our process had been until then. */
interface Start {
  readonly at: number;
  readonly delayed: number;
}

/**
 * The deadlines, in ms: `case` and `connect` from the start, `firstByte` from the established connection to the
 * response head, `idle` between two pieces of the response, `afterUpstreamEnd` from `upstreamEnded` to the end of the
 * response. A relay that asks its upstream again gets that time once more, from the end of its last attempt on. Each is
 * extended by as much as our own process was late meanwhile, because what the relay sent then lay unread, but by four times
 * itself at most.
 *
 * @param upstreamEndedAt the end of the relay's last attempt, by the same clock; undefined while it runs
 * @param delayed milliseconds by which our process has been late so far; never falls
 */
export function watchDeadlines(
  clock: Clock,
  deadlines: Deadlines,
  passed: (name: DeadlineName) => void,
  upstreamEndedAt: () => number | undefined = () => Number.NEGATIVE_INFINITY,
  delayed: () => number = () => 0,
): DeadlineWatch {
  const pending = new Map<DeadlineName, () => void>();
  const starts = new Map<DeadlineName, Start>();
  let stopped = false;
  let lastReceived: Start | undefined;

  const now = (): Start => ({ at: clock.now(), delayed: delayed() });
  const stop = (): void => {
    stopped = true;
    for (const cancel of pending.values()) {
      cancel();
    }
    pending.clear();
  };
  const disarm = (name: DeadlineName): void => {
    pending.get(name)?.();
    pending.delete(name);
  };
  const wait = (name: DeadlineName, ms: number): void => {
    pending.set(
      name,
      clock.after(ms, () => {
        // Timers run before sockets are read, so after a pause of this process, timely data may be unread.
        setImmediate(() => check(name));
      }),
    );
  };
  const arm = (name: DeadlineName, ms: number): void => {
    if (!stopped) {
      starts.set(name, now());
      wait(name, ms);
    }
  };
  /** From when a deadline really counts: some have moved since their timer was set. */
  const startOf = (name: DeadlineName): Start => {
    const start = starts.get(name) ?? now();
    switch (name) {
      case 'idle':
        return lastReceived ?? start;
      case 'afterUpstreamEnd':
        return { ...start, at: upstreamEndedAt() ?? clock.now() };
      case 'connect':
      case 'firstByte':
      case 'case':
        return start;
    }
  };
  const check = (name: DeadlineName): void => {
    if (stopped || !pending.has(name)) {
      return;
    }
    // Restarting a timer for every chunk costs more than reading the chunk, so one timer looks at the last arrival.
    const start = startOf(name);
    const extension = Math.min(delayed() - start.delayed, mostExtensions * deadlines[name]);
    const left = start.at + deadlines[name] + extension - clock.now();
    // A timer may fire a fraction of a millisecond early.
    if (left >= 1) {
      wait(name, left);
      return;
    }
    stop();
    passed(name);
  };

  arm('case', deadlines.case);
  arm('connect', deadlines.connect);
  return {
    stop,
    connected: () => {
      disarm('connect');
      arm('firstByte', deadlines.firstByte);
    },
    received: () => {
      if (lastReceived === undefined) {
        disarm('connect');
        disarm('firstByte');
        arm('idle', deadlines.idle);
      }
      lastReceived = now();
    },
    upstreamEnded: () => {
      if (!pending.has('afterUpstreamEnd')) {
        arm('afterUpstreamEnd', deadlines.afterUpstreamEnd);
      }
    },
  };
}
