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

/**
 * The deadlines, in ms: `case` and `connect` from the start, `firstByte` from the established connection to the
 * response head, `idle` between two pieces of the response, `afterUpstreamEnd` from `upstreamEnded` to the end of the
 * response. A relay that asks its upstream again gets that time once more, from the end of its last attempt on.
 *
 * @param upstreamEndedAt the end of the relay's last attempt, by the same clock; undefined while it runs
 */
export function watchDeadlines(
  clock: Clock,
  deadlines: Deadlines,
  passed: (name: DeadlineName) => void,
  upstreamEndedAt: () => number | undefined = () => Number.NEGATIVE_INFINITY,
): DeadlineWatch {
  const pending = new Map<DeadlineName, () => void>();
  let stopped = false;
  let lastReceivedAt: number | undefined;

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
  const arm = (name: DeadlineName, ms: number): void => {
    if (!stopped) {
      pending.set(
        name,
        clock.after(ms, () => {
          // Timers run before sockets are read, so after a pause of this process, timely data may be unread.
          setImmediate(() => check(name));
        }),
      );
    }
  };
  /** The real end of a deadline that may have moved since its timer was set. */
  const deadlineOf = (name: DeadlineName): number => {
    switch (name) {
      case 'idle':
        return (lastReceivedAt ?? Number.NEGATIVE_INFINITY) + deadlines.idle;
      case 'afterUpstreamEnd':
        return (upstreamEndedAt() ?? clock.now()) + deadlines.afterUpstreamEnd;
      case 'connect':
      case 'firstByte':
      case 'case':
        return Number.NEGATIVE_INFINITY;
    }
  };
  const check = (name: DeadlineName): void => {
    if (stopped || !pending.has(name)) {
      return;
    }
    // Restarting a timer for every chunk costs more than reading the chunk, so one timer looks at the last arrival.
    const left = deadlineOf(name) - clock.now();
    if (left > 0) {
      arm(name, left);
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
      if (lastReceivedAt === undefined) {
        disarm('connect');
        disarm('firstByte');
        arm('idle', deadlines.idle);
      }
      lastReceivedAt = clock.now();
    },
    upstreamEnded: () => {
      if (!pending.has('afterUpstreamEnd')) {
        arm('afterUpstreamEnd', deadlines.afterUpstreamEnd);
      }
    },
  };
}
