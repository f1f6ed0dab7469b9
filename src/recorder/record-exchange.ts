import { Polly } from '@pollyjs/core';
import { HarnessFault } from '../core/fault.ts';
import type { HarEntry } from '../recording/har-document.ts';
import type { SavedRecording } from './finish-recording.ts';
import { RecordingPersister, type SaveEntry } from './recording-persister.ts';
import { groupHeaders, StreamingAdapter, type TappedRequest } from './streaming-adapter.ts';
import type { Tap, TapOptions, Tapped } from './tap.ts';

export interface ExchangeOptions extends TapOptions {
  /** Makes the entry of what came. Not called where no head came. */
  readonly toEntry: (tapped: Tapped) => HarEntry;
  /** Takes the entry that Polly.js persists to its file. */
  readonly save: (entry: object, tapped: Tapped) => Promise<SavedRecording>;
}

/** The result of one exchange. */
export interface RecordedExchange {
  readonly tapped: Tapped;
  /** Absent where no head came, because nothing was written then. */
  readonly saved?: SavedRecording;
}

/** A running recording of one exchange. */
export interface RunningExchange {
  /** Resolves when the peer is done, before anything is written. Never rejects. */
  readonly tapped: Promise<Tapped | undefined>;
  /**
   * Resolves when the recording is written.
   * @throws UsageFault | HarnessFault the reason why it could not be sent or written
   */
  readonly recorded: Promise<RecordedExchange>;
  readonly abort: Tap['abort'];
  readonly resume: Tap['resume'];
}

/**
 * Sends one request through Polly.js, which records it. Our adapter taps the stream, the entry gets `_stream` before it
 * is persisted, and our persister writes it. Each exchange has an instance of its own, because Polly.js keeps every
 * request of an instance.
 */
export function recordExchange(options: ExchangeOptions): RunningExchange {
  const { request, toEntry, save } = options;
  let open: Tap | undefined;
  let abortedBy: 'client' | 'recorder' | undefined;
  let tapped: Tapped | undefined;
  let fault: Error | undefined;
  let saved: RecordedExchange['saved'];
  let tell: (tapped: Tapped | undefined) => void = () => undefined;
  const told = new Promise<Tapped | undefined>((resolve) => {
    tell = resolve;
  });

  const requestArguments: TappedRequest = {
    options,
    opened: (tap) => {
      open = tap;
      if (abortedBy !== undefined) {
        tap.abort(abortedBy);
      }
    },
    ended: (all) => {
      tapped = all;
      tell(all);
    },
    failed: (error) => {
      fault ??= error;
    },
  };
  const write: SaveEntry = async (entry) => {
    saved = tapped === undefined ? undefined : await save(entry, tapped);
  };

  const run = async (): Promise<RecordedExchange> => {
    const { polly, adapter } = startPolly(write);
    polly.server.any().on('beforePersist', (_request, entry) => {
      if (tapped !== undefined) {
        Object.assign(entry, toEntry(tapped));
      }
    });
    try {
      const { method, url, headers } = request;
      await adapter.handleRequest({ method, url, headers: groupHeaders(headers), body: '', requestArguments });
    } finally {
      tell(tapped);
      await polly.stop();
    }
    if (fault !== undefined) {
      throw fault;
    }
    if (tapped === undefined) {
      throw new HarnessFault('the recorder did not send the request', request.method, 'please report this');
    }
    return { tapped, ...(saved === undefined ? {} : { saved }) };
  };

  const recorded = run();
  // A caller that only waits for the peer should not have to handle a full disk.
  recorded.catch(() => undefined);
  return {
    tapped: told,
    recorded,
    abort: (by) => {
      abortedBy ??= by;
      open?.abort(by);
    },
    resume: () => open?.resume(),
  };
}

function startPolly(save: SaveEntry): { readonly polly: Polly; readonly adapter: StreamingAdapter } {
  // All have one name, because Polly.js keeps a logger for every name that it has seen.
  const polly = new Polly('relaycert', {
    mode: 'record',
    adapters: [StreamingAdapter],
    persister: RecordingPersister,
    persisterOptions: { keepUnusedRequests: true, [RecordingPersister.id]: { save } },
    // Its warnings print requests with their headers.
    logLevel: 'silent',
    recordFailedRequests: true,
    matchRequestsBy: { method: false, headers: false, body: false, order: false, url: false },
  });
  const adapter = polly.adapters.get(StreamingAdapter.id);
  if (!(adapter instanceof StreamingAdapter)) {
    throw new HarnessFault('Polly.js did not start our adapter', 'recorder', 'install the package again');
  }
  return { polly, adapter };
}
