import { extname } from 'node:path';
import type { Capture, Head } from '../core/exchange.ts';
import { parseJson } from '../core/json.ts';
import type { Mode } from '../core/route.ts';

/** What a user says of a raw file, which holds bytes only. */
export interface RawCaptureOptions {
  /** What was asked for, where the content does not tell. */
  readonly mode?: Mode;
  readonly status?: number;
  readonly contentType?: string;
}

/** The mode that was asked for, as told or as the content looks. */
export interface RawCapture {
  readonly mode: Mode;
  readonly capture: Capture;
}

/** The bytes of a body as a capture that ended cleanly, with the head that the user gives it. */
export function rawCapture(file: string, bytes: Uint8Array, options: RawCaptureOptions): RawCapture {
  const head = headOf(options);
  const chunks = bytes.length === 0 ? [] : [{ atMs: 0, bytes }];
  return {
    mode: options.mode ?? (looksLikeBody(file, bytes) ? 'body' : 'stream'),
    capture: { ...(head === undefined ? {} : { head }), chunks, ending: 'clean', endedAtMs: 0 },
  };
}

function headOf({ status, contentType }: RawCaptureOptions): Head | undefined {
  return status === undefined && contentType === undefined
    ? undefined
    : { status: status ?? 200, headers: contentType === undefined ? [] : [['content-type', contentType]] };
}

/** The first bytes say what a file holds; its extension decides only where they do not. */
export function looksLikeBody(file: string, bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 64 * 1024)).trimStart();
  const ending = extname(file).toLowerCase();
  if (start.startsWith('{')) {
    return ending !== '.ndjson' && !looksLikeLines(start);
  }
  return !start.startsWith('[') && ending === '.json' && !/^(?:data|event|id|retry)?:/.test(start);
}

/** A document on one line with another one behind it. */
function looksLikeLines(start: string): boolean {
  const [first = '', second = ''] = start.split('\n', 2);
  return second.startsWith('{') && parseJson(first).ok;
}
