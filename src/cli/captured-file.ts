import { extname } from 'node:path';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Capture, Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import { decodeText } from '../core/input-file.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import { knownDialect } from '../recording/known-dialect.ts';
import { parseHar } from '../recording/parse-har.ts';
import { recordedCapture } from '../recording/recorded-capture.ts';
import type { Recording } from '../recording/recording.ts';

/** A captured stream or body, ready to be read. */
export interface CapturedFile {
  /** As the user named it; `-` for standard input. */
  readonly file: string;
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly capture: Capture;
  readonly facts: RequestFacts;
  /** Traits of the server that sent it, as far as the file says. */
  readonly traits: readonly string[];
}

export interface CaptureOptions {
  /** Needed for all but HAR files, which say it themselves. */
  readonly dialect?: string;
  /** What was asked for, where the content does not tell. */
  readonly mode?: Mode;
}

/**
 * Reads a captured file: a HAR recording with all that it says, or the bytes of a body, taken to have ended cleanly.
 *
 * @throws UsageFault for a HAR that is not whole, a missing or unknown dialect, and a dialect that the HAR contradicts
 */
export function readCapturedFile(file: string, bytes: Uint8Array, options: CaptureOptions): CapturedFile {
  const dialect = options.dialect === undefined ? undefined : knownDialect(options.dialect, '--dialect');
  if (extname(file).toLowerCase() === '.har') {
    const recording = parseHar(decodeText(bytes, file), file);
    if (dialect !== undefined && dialect !== recording.dialect) {
      throw new UsageFault(
        `this recording is ${recording.dialect}, not ${dialect}`,
        file,
        'leave --dialect out; a HAR says its own dialect',
      );
    }
    return capturedRecording(recording, file);
  }
  if (dialect === undefined) {
    throw new UsageFault('a raw response body does not say its dialect', file, 'name it with --dialect');
  }
  return { file, dialect, facts: {}, traits: [], ...rawCapture(file, bytes, options.mode) };
}

/** What a recording captured; it is named by dialect and name where no file is given. */
export function capturedRecording(
  recording: Recording,
  file: string = `${recording.dialect}/${recording.name}`,
): CapturedFile {
  const { dialect, mode, facts, traits = [] } = recording;
  return { file, dialect, mode, capture: recordedCapture(recording), facts, traits };
}

/**
 * A raw file holds bytes only: no status, no headers, no times. A content type is made up where a dialect needs one to
 * choose the framing of a stream.
 */
function rawCapture(
  file: string,
  bytes: Uint8Array,
  wanted: Mode | undefined,
): { readonly mode: Mode; readonly capture: Capture } {
  const kind = kindOf(file, bytes);
  const mode = wanted ?? (kind === 'body' ? 'body' : 'stream');
  const contentType = mode === 'stream' ? streamTypes[kind] : undefined;
  const headers: readonly Header[] = contentType === undefined ? [] : [['content-type', contentType]];
  const chunks = bytes.length === 0 ? [] : [{ atMs: 0, bytes }];
  return {
    mode,
    capture: {
      ...(contentType === undefined ? {} : { head: { status: 200, headers } }),
      chunks,
      ending: 'clean',
      endedAtMs: 0,
    },
  };
}

type Kind = 'events' | 'body' | 'array' | 'lines';

const streamTypes: Readonly<Record<Kind, string | undefined>> = {
  events: undefined,
  body: undefined,
  array: 'application/json',
  lines: 'application/x-ndjson',
};

/** The first bytes say what a file holds; its extension decides only where they do not. */
function kindOf(file: string, bytes: Uint8Array): Kind {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  const ending = extname(file).toLowerCase();
  if (start.startsWith('{')) {
    return ending === '.ndjson' ? 'lines' : 'body';
  }
  if (start.startsWith('[')) {
    return 'array';
  }
  return ending === '.json' && !/^(?:data|event|id|retry)?:/.test(start) ? 'body' : 'events';
}
