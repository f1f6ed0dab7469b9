import { readFileSync } from 'node:fs';
import { UsageFault } from './fault.ts';
import { type JsonValue, parseJson } from './json.ts';

/** Reads a file that the user named. Throws a `UsageFault` that says why it cannot be read. */
export function readInputBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The fault for a path that cannot be opened. */
export function unreadable(path: string, error: unknown): UsageFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new UsageFault('there is no such file or folder', path, 'check the path');
    case 'EISDIR':
      return new UsageFault('this is a folder, not a file', path, 'name one file in it');
    case 'EACCES':
    case 'EPERM':
      return new UsageFault('there is no permission to read it', path, 'check the permissions');
    default:
      return new UsageFault(`it cannot be read (${code})`, path, 'check the file system');
  }
}

/** UTF-8 text of a file's bytes, without a byte order mark. Throws a `UsageFault` for anything else. */
export function decodeText(bytes: Uint8Array, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageFault('it is not UTF-8 text', place, 'save it as UTF-8, or restore the original file');
  }
}

/** Parses the JSON of a file. Throws a `UsageFault` with line and column, and never with content of the file. */
export function parseJsonFile(text: string, place: string, hint: string): JsonValue {
  const parsed = parseJson(text);
  if (parsed.ok) {
    return parsed.value;
  }
  const position = faultPosition(text, parsed.message);
  const cut = text.slice(position).trim() === '';
  throw new UsageFault(
    cut ? 'its JSON is cut off here' : 'its JSON is broken here',
    `${place}:${lineAndColumn(text, position)}`,
    hint,
  );
}

// V8 states a position for some faults only, and quotes the text around the others. That text may be real traffic, so
// no part of a message is shown. The position comes from the longest beginning that fails only because it ends.
function faultPosition(text: string, message: string): number {
  const stated = statedPosition(text, message);
  if (stated !== undefined) {
    return stated;
  }
  let sound = 0;
  let broken = text.length;
  while (broken - sound > 1) {
    const middle = (sound + broken) >>> 1;
    const parsed = parseJson(text.slice(0, middle));
    if (parsed.ok || statedPosition(text.slice(0, middle), parsed.message) === middle) {
      sound = middle;
    } else {
      broken = middle;
    }
  }
  return sound;
}

function statedPosition(text: string, message: string): number | undefined {
  const stated = /at position (\d+)/.exec(message)?.[1];
  if (stated !== undefined) {
    return Number(stated);
  }
  return message.startsWith('Unexpected end') ? text.length : undefined;
}

function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
