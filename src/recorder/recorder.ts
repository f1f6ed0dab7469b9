import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { makeFolder, orUnwritable } from '../core/writable.ts';
import type { HarEntry } from '../recording/har-document.ts';
import type { Recording } from '../recording/recording.ts';
import { saveHarText } from '../recording/save-recording.ts';
import { harText } from '../recording/write-har.ts';
import { knownSecrets } from './known-secrets.ts';
import { type RunningExchange, recordExchange } from './record-exchange.ts';
import { type ExchangeDetails, recordingOf } from './recording-of.ts';
import { redactRecording } from './redact-recording.ts';
import { scanRecording } from './scan-recording.ts';
import { createSecretFinder } from './secret-finder.ts';
import type { Tapped, TapReader } from './tap.ts';

export interface RecorderOptions {
  /** Recordings go to `<folder>/<dialect>/<name>.har`. */
  readonly folder: string;
  readonly clock: Clock;
  /** Keys that no recording may hold, beside those that an exchange itself shows. */
  readonly secrets: readonly string[];
  /** Ids of the must-requirements that a recording breaks. Given by whoever knows requirements. */
  readonly judge: (recording: Recording) => readonly string[];
  /** Milliseconds of silence after which an exchange is given up; none where absent. */
  readonly idleMs?: number;
}

export interface ExchangeToRecord {
  readonly details: ExchangeDetails;
  readonly reader: TapReader;
  /** File name without its ending, once it is known how it went. */
  readonly name: (tapped: Tapped) => string;
}

/** Records exchanges into one folder. */
export interface Recorder {
  readonly record: (exchange: ExchangeToRecord) => RunningExchange;
  /** Where the recording of this name is, or would be. */
  readonly pathOf: (dialect: string, name: string) => string;
}

/** Hidden, so that nobody takes what lies there for a recording. */
const unscannedFolder = '.unscanned';

/**
 * Makes the folder, so that no request is sent whose answer could not be kept.
 *
 * @throws UsageFault when the folder cannot be written to
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { folder, clock, secrets, judge, idleMs = Number.POSITIVE_INFINITY } = options;
  const unscanned = join(folder, unscannedFolder);
  orUnwritable(folder, () => makeFolder(unscanned));
  orUnwritable(folder, () => rmSync(unscanned, { recursive: true }));

  const pathOf = (dialect: string, name: string): string => join(folder, dialect, `${name}.har`);
  const save = (recording: Recording, entry: HarEntry, known: readonly string[]): string => {
    const { name, dialect } = recording;
    const path = pathOf(dialect, name);
    const written = saveHarText(unscanned, name, harText(name, entry));
    try {
      scanRecording(written, path, createSecretFinder(known));
      orUnwritable(path, () => {
        makeFolder(join(folder, dialect));
        renameSync(written, path);
      });
    } finally {
      rmSync(written, { force: true });
      removeEmpty(unscanned);
    }
    return path;
  };

  return {
    pathOf,
    record: ({ details, reader, name }) => {
      const { url, headers } = details.request;
      let known = [...secrets, ...knownSecrets({ url, headers })];
      return recordExchange({
        request: details.request,
        reader,
        clock,
        idleMs,
        toRecording: async (tapped) => {
          known = [...known, ...knownSecrets({ url, headers: tapped.head?.headers ?? [] })];
          const redacted = await redactRecording(recordingOf(details, tapped, name(tapped)), createSecretFinder(known));
          const breaches = judge(redacted);
          return breaches.length === 0 ? redacted : { ...redacted, breaches };
        },
        save: (recording, entry) => save(recording, entry, known),
      });
    },
  };
}

/** Another exchange may still be using it. */
function removeEmpty(folder: string): void {
  try {
    if (existsSync(folder)) {
      rmdirSync(folder);
    }
  } catch {
    // Not empty: whoever leaves last removes it.
  }
}
