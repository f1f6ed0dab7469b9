import type { Clock } from '../core/clock.ts';

/** Watches for a peer that has stopped sending. */
export interface SilenceWatch {
  readonly received: () => void;
  /** We asked the peer to wait, so its silence does not count until the next `received`. */
  readonly pause: () => void;
  readonly stop: () => void;
}

/** Calls `silent` once, when nothing was received for `idleMs`; never for an infinite `idleMs`. */
export function watchSilence(clock: Clock, idleMs: number, silent: () => void): SilenceWatch {
  let lastAt = clock.now();
  let paused = false;
  let cancel: () => void = () => undefined;
  // One timer looks at the last arrival. Restarting a timer for every chunk would cost more than reading the chunk.
  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      // Timers run before sockets are read, so after a pause of this process, timely data may be unread.
      setImmediate(() => {
        const left = paused ? idleMs : lastAt + idleMs - clock.now();
        if (stopped) {
          return;
        }
        if (left > 0) {
          arm(left);
        } else {
          silent();
        }
      });
    });
  };
  let stopped = !Number.isFinite(idleMs);
  if (!stopped) {
    arm(idleMs);
  }
  return {
    received: () => {
      lastAt = clock.now();
      paused = false;
    },
    pause: () => {
      paused = true;
    },
    stop: () => {
      stopped = true;
      cancel();
    },
  };
}
