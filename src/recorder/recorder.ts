import type { Clock } from '../core/clock.ts';
import { harEntry } from '../recording/write-har.ts';
import { type RawRecording, type SavedRecording, tryFolder } from './finish-recording.ts';
import { knownSecrets } from './known-secrets.ts';
import { type RunningExchange, recordExchange } from './record-exchange.ts';
import { type ExchangeDetails, recordingOf } from './recording-of.ts';
import type { Tapped, TapReader } from './tap.ts';

export interface RecorderOptions {
  /** Recordings go to `<folder>/<dialect>/<name>.har`. */
  readonly folder: string;
  readonly clock: Clock;
  /** Keys that no recording may hold, besides those that an exchange itself shows. */
  readonly secrets: readonly string[];
  /** `finishRecording`, here or on another thread. */
  readonly finish: (raw: RawRecording) => Promise<SavedRecording>;
  /** Milliseconds of silence after which the recorder gives up an exchange; no limit where absent. */
  readonly idleMs?: number;
}

export interface ExchangeToRecord {
  readonly details: ExchangeDetails;
  readonly reader: TapReader;
  /** The file name without its extension. Called once it is known how the exchange ended. */
  readonly name: (tapped: Tapped) => string;
}

/** Records exchanges into one folder. */
export interface Recorder {
  readonly record: (exchange: ExchangeToRecord) => RunningExchange;
}

/** @throws UsageFault when the folder cannot be written to */
export function createRecorder(options: RecorderOptions): Recorder {
  const { folder, clock, secrets, finish, idleMs = Number.POSITIVE_INFINITY } = options;
  tryFolder(folder);
  return {
    record: ({ details, reader, name }) => {
      const { url, headers } = details.request;
      // The writer leaves credentials out, so they have to be collected first.
      const known = [...secrets, ...knownSecrets({ url, headers })];
      return recordExchange({
        request: details.request,
        reader,
        clock,
        idleMs,
        toEntry: (tapped) => harEntry(recordingOf(details, tapped, name(tapped))),
        save: (entry, tapped) => {
          const received = knownSecrets({ url, headers: tapped.head?.headers ?? [] });
          return finish({ entry, name: name(tapped), folder, secrets: [...known, ...received] });
        },
      });
    },
  };
}
