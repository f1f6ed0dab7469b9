import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageFault } from '../core/fault.ts';
import { toJson } from '../core/json.ts';
import type { Integrity } from '../core/outcome.ts';
import { makeFolder, orUnwritable } from '../core/writable.ts';
import { checkHarDocument } from '../recording/meta-schema.ts';
import { recordingOfEntry } from '../recording/parse-har.ts';
import type { NotShown, Recording } from '../recording/recording.ts';
import { saveRecording } from '../recording/save-recording.ts';
import { knownSecrets } from './known-secrets.ts';
import { redactRecording } from './redact-recording.ts';
import { scanRecording } from './scan-recording.ts';
import { createSecretFinder, type SecretFinder } from './secret-finder.ts';

/** What Polly.js persists, and where it goes. It is plain data, so that another thread can do the work. */
export interface RawRecording {
  /** The entry of a HAR with our `_stream`, still with its secrets. */
  readonly entry: object;
  readonly name: string;
  readonly folder: string;
  /** Values that the file must not hold. */
  readonly secrets: readonly string[];
}

export interface SavedRecording {
  readonly path: string;
  readonly integrity: Integrity;
  /** Ids of the must-requirements that it breaks, sorted. */
  readonly breaches: readonly string[];
  /** What of its scenario it does not show; absent where it shows it, or has none. */
  readonly notShown?: NotShown;
}

/** Judges a recording by the contract of its dialect. The caller knows the requirements. */
export type JudgeRecording = (recording: Recording) => Omit<SavedRecording, 'path'>;

/** The name of a recording once it was judged, from the name that it had before. */
export type NameJudged = (name: string, judged: Omit<SavedRecording, 'path'>, recording: Recording) => string;

/** The folder is hidden, so that its content is not taken for a recording. */
const unscannedFolder = '.unscanned';

/**
 * Replaces the secrets, marks what breaks the contract, writes the file to another folder, reads it back, and only then
 * moves it to its place. So every recording in its place was scanned, and an older one stays until then.
 *
 * @throws UsageFault when it cannot be written
 * @throws HarnessFault for a secret that is still there, or a body that cannot be scanned. No file is left then
 */
export async function finishRecording(
  raw: RawRecording,
  judge: JudgeRecording,
  nameJudged: NameJudged = (name) => name,
): Promise<SavedRecording> {
  const { entry, name, folder, secrets } = raw;
  // The check that reads recordings runs before the write, so that nothing unreadable is written.
  const log = { version: '1.2', creator: { name: 'relaycert', version: '1' }, entries: [entry] };
  const [checked] = checkHarDocument(toJson({ log }), name).log.entries;
  if (checked === undefined) {
    throw new UsageFault('there is nothing to save', name, 'record it again');
  }
  const recording = recordingOfEntry(checked, `${name}.har`);
  const { request, script } = recording;
  const find = createSecretFinder([
    ...secrets,
    ...knownSecrets({ url: request?.url ?? '', headers: [...(request?.headers ?? []), ...script.head.headers] }),
  ]);
  const redacted = await redactRecording(recording, find);
  const judged = judge(redacted);
  const marked = { ...withMarks(redacted, judged), name: nameJudged(name, judged, redacted) };
  const path = pathOfRecording(folder, recording.dialect, marked.name);
  writeScanned(marked, path, folder, find);
  return { path, ...judged };
}

/** An answer that does not show its scenario is one by itself: whoever replays it asks for what it is. */
function withMarks(recording: Recording, { breaches, notShown }: Omit<SavedRecording, 'path'>): Recording {
  const { scenario: _, ...own } = recording;
  const base = notShown === undefined ? recording : { ...own, notShown };
  return breaches.length === 0 ? base : { ...base, breaches };
}

function writeScanned(recording: Recording, path: string, folder: string, find: SecretFinder): void {
  const unscanned = join(folder, unscannedFolder);
  try {
    const written = saveRecording(unscanned, recording);
    try {
      scanRecording(written, path, find);
      orUnwritable(path, () => {
        makeFolder(join(folder, recording.dialect));
        renameSync(written, path);
      });
    } finally {
      rmSync(written, { force: true });
    }
  } catch (error) {
    // The user knows the final path, not the hidden one.
    throw error instanceof UsageFault ? new UsageFault(error.message, path, error.hint) : error;
  } finally {
    removeEmpty(unscanned);
  }
}

/** `<folder>/<dialect>/<name>.har` */
export function pathOfRecording(folder: string, dialect: string, name: string): string {
  return join(folder, dialect, `${name}.har`);
}

/** Makes sure that recordings can be written there, before any request is sent. */
export function tryFolder(folder: string): void {
  const isNew = !existsSync(folder);
  const trial = join(folder, unscannedFolder);
  orUnwritable(folder, () => {
    makeFolder(trial);
    removeEmpty(trial);
    if (isNew) {
      removeEmpty(folder);
    }
  });
}

/** Another exchange may still be using the folder. The last one removes it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, or is gone.
  }
}
