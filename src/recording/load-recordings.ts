import { type Dirent, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { UsageFault } from '../core/fault.ts';
import { decodeText, readInputBytes, unreadable } from '../core/input-file.ts';
import { knownDialect } from './known-dialect.ts';
import { parseHar } from './parse-har.ts';
import { rawBodyEndings, rawRecording } from './raw-body.ts';
import type { Recording } from './recording.ts';

/** This folder inside a folder of recordings holds prompts, which are JSON but not response bodies. */
const scenarioFolder = 'scenarios';

export interface RecordingSource {
  /** A file, or a folder that is searched with its subfolders. */
  readonly path: string;
  /** Dialect of raw body files; a HAR says its own. */
  readonly dialect?: string;
}

/** Reads one HAR file. Throws a `UsageFault` as `parseHar` does, and for a file that cannot be read. */
export function readRecording(path: string): Recording {
  return parseHar(decodeText(readInputBytes(path), path), path);
}

/**
 * All recordings of a file or folder, sorted by dialect and name: `.har`, and raw bodies where `dialect` is given.
 * In a folder, other files, hidden ones, links and the folder `scenarios` are skipped.
 *
 * @throws UsageFault for the first file that is not a whole recording (then none is returned), for a folder without any,
 *   for raw bodies without a dialect, and for two recordings of one dialect and name
 */
export function loadRecordings({ path, dialect }: RecordingSource): readonly Recording[] {
  const rawDialect = dialect === undefined ? undefined : knownDialect(dialect, '--dialect');
  const files = isFolder(path) ? filesBelow(path) : [path];
  if (files.length === 0) {
    throw new UsageFault(
      'there are no recordings in this folder',
      path,
      `put .har files there, or response bodies (${rawBodyEndings.join(', ')})`,
    );
  }
  const places = new Map<string, string>();
  const recordings = files.map((file) => {
    const recording = loadFile(file, rawDialect);
    refuseTwin(recording, file, places);
    return recording;
  });
  if (files[0] === path) {
    refuseOtherDialect(recordings[0], rawDialect, path);
  }
  return recordings.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
}

function loadFile(file: string, rawDialect: DialectId | undefined): Recording {
  if (isHar(file)) {
    return readRecording(file);
  }
  const bytes = readInputBytes(file);
  if (rawDialect === undefined) {
    throw new UsageFault('a raw response body does not say its dialect', file, 'name it with --dialect');
  }
  return rawRecording({ path: file, bytes, dialect: rawDialect });
}

function refuseTwin(recording: Recording, file: string, places: Map<string, string>): void {
  const key = sortKey(recording);
  const other = places.get(key);
  if (other !== undefined) {
    throw new UsageFault(`it has the same dialect and name as ${other}`, file, 'rename one of them');
  }
  places.set(key, file);
}

function refuseOtherDialect(recording: Recording | undefined, wanted: DialectId | undefined, path: string): void {
  if (recording !== undefined && wanted !== undefined && recording.dialect !== wanted) {
    throw new UsageFault(
      `this recording is ${recording.dialect}, not ${wanted}`,
      path,
      'leave out --dialect, because a HAR says its own dialect',
    );
  }
}

function sortKey({ dialect, name }: Recording): string {
  return `${dialect}/${name}`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function filesBelow(folder: string): string[] {
  return foldersEntries(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) {
      return [];
    }
    if (entry.isDirectory()) {
      return entry.name === scenarioFolder ? [] : filesBelow(path);
    }
    return entry.isFile() && isRecordingFile(path) ? [path] : [];
  });
}

function foldersEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    throw unreadable(folder, error);
  }
}

function isHar(path: string): boolean {
  return extname(path).toLowerCase() === '.har';
}

function isRecordingFile(path: string): boolean {
  return isHar(path) || rawBodyEndings.includes(extname(path).toLowerCase());
}
