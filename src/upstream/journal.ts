import { byteCount, type Capture, type WireScript } from '../core/exchange.ts';
import { HarnessFault, messageOf, UsageFault } from '../core/fault.ts';
import type { CaseFinder } from './case-token.ts';
import type { Playback } from './playback.ts';
import type { SeenRequest } from './seen-request.ts';

/**
 * What to play to this request. It may throw. A `UsageFault` (a dialect that the route does not name) or
 * `HarnessFault` goes to the waiter of the case, and the relay gets a 500.
 */
export type Answer = (request: SeenRequest) => WireScript;

/** One request of the relay, and what it was really sent. It is live: it can be read while the script still runs. */
export interface JournalEntry {
  readonly request: SeenRequest;
  /**
   * Whole writes that the socket accepted, before compression, with real times. The ending is the script's own if that
   * was reached, `aborted` if either side closed before, and `stall` while the script still runs.
   */
  readonly written: Capture;
  /** What the whole script says, as a relay that stays to the end would have it. */
  readonly scripted: Capture;
  /** Body bytes of `written`, before compression and chunked framing. */
  readonly bytesWritten: number;
  /** The relay closed its side before the script had ended. */
  readonly abortSeen: boolean;
  /** Milliseconds from the arrival of the request to the end of the script; undefined while it still runs. */
  readonly endedAtMs: number | undefined;
}

export interface CaseJournal {
  /** In the order in which they were recognised. `request.arrivedAtMs` gives the order of arrival. */
  readonly attempts: readonly JournalEntry[];
  /**
   * Resolves when at least one attempt was made and all of them have ended, or when the case was released. Check
   * `attempts.length` before awaiting it for a case whose relay may never have called. Rejects with the fault of an
   * answer that could not be made or played.
   */
  readonly settled: () => Promise<void>;
  /** When the last attempt ended, in ms of the upstream's clock; undefined before the first, and while one runs. */
  readonly endedAt: () => number | undefined;
  /** Forgets the case and ends what is still running, stalled connections too. The journal can still be read. */
  readonly release: () => void;
}

/** A case for which the upstream waits. */
export interface ExpectedCase {
  readonly finder: CaseFinder;
  readonly answer: Answer;
  readonly journal: CaseJournal;
  /** Number of the next attempt. */
  readonly nextAttempt: () => number;
  readonly add: (request: SeenRequest, playback: Playback) => JournalEntry;
  readonly fail: (error: unknown) => void;
}

export function createExpectedCase(options: {
  readonly token: string;
  readonly finder: CaseFinder;
  readonly answer: Answer;
  readonly forget: () => void;
}): ExpectedCase {
  const { token, finder, answer, forget } = options;
  const attempts: JournalEntry[] = [];
  const running = new Set<Playback>();
  let waiting: (() => void)[] = [];
  let started = 0;
  let released = false;
  let fault: UsageFault | HarnessFault | undefined;

  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) {
      resume();
    }
  };
  const isSettled = (): boolean => released || (attempts.length > 0 && running.size === 0);
  const fail = (error: unknown): void => {
    fault ??= toFault(error, token);
  };

  return {
    finder,
    answer,
    fail,
    nextAttempt: () => started++,
    add: (request, playback) => {
      const entry = createEntry(request, playback);
      attempts.push(entry);
      running.add(playback);
      playback.ended.catch(fail).finally(() => {
        running.delete(playback);
        if (isSettled()) {
          wake();
        }
      });
      return entry;
    },
    journal: {
      attempts,
      settled: async () => {
        while (!isSettled()) {
          await new Promise<void>((resolve) => waiting.push(resolve));
        }
        if (fault !== undefined) {
          throw fault;
        }
      },
      endedAt: () =>
        attempts.length === 0 || running.size > 0
          ? undefined
          : Math.max(...attempts.map((entry) => entry.request.arrivedAtMs + (entry.endedAtMs ?? 0))),
      release: () => {
        released = true;
        forget();
        for (const playback of running) {
          playback.stop();
        }
        wake();
      },
    },
  };
}

/** A view of one playback that callers may keep. */
export function createEntry(request: SeenRequest, playback: Playback): JournalEntry {
  return {
    request,
    get written() {
      return playback.written();
    },
    get scripted() {
      return playback.scripted();
    },
    get bytesWritten() {
      return byteCount(playback.written().chunks);
    },
    get abortSeen() {
      return playback.abortSeen();
    },
    get endedAtMs() {
      return playback.endedAtMs();
    },
  };
}

function toFault(error: unknown, token: string): UsageFault | HarnessFault {
  return error instanceof UsageFault || error instanceof HarnessFault
    ? error
    : new HarnessFault(
        `the script of this case cannot be played: ${messageOf(error)}`,
        `case ${token}`,
        'check the recording, or the mutation that made the script',
      );
}
