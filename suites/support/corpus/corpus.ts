import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Frame } from '../../../src/core/frame.ts';
import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import type { FrameDecoder } from '../../../src/wire/frame-decoder.ts';
import { createJsonArrayDecoder } from '../../../src/wire/json-array-decoder.ts';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';

/** One recorded response body of the corpus, in the words of its README. */
export interface CorpusRow {
  readonly id: string;
  /** Path below the corpus folder. */
  readonly file: string;
  /** As the corpus spells it: its `gemini` is our `gemini-generate`. */
  readonly dialect: string;
  /** Who produced the body. */
  readonly server: string;
  readonly stream: boolean;
  /** Absent when it was not recorded. */
  readonly httpStatus?: number;
  readonly contentType?: string;
  /** Finish or stop reasons that occur in it. */
  readonly finish: readonly string[];
  readonly features: readonly string[];
  /** `sse-lf`, `sse-crlf`, `json`, `json-array`, `ndjson`. */
  readonly framing: string;
  readonly byteFidelity: string;
  readonly authenticity: string;
  /** What is known of the request; never the prompt. */
  readonly request: JsonObject;
}

const folder = findFolder();

let rows: readonly CorpusRow[] | undefined;

/**
 * The corpus of recorded responses: `RELAYCERT_CORPUS`, or `../shared/corpus` beside the package. Undefined where there
 * is none; a test then skips by `describe.skipIf(corpusFolder() === undefined)`, which the reporter shows.
 */
export function corpusFolder(): string | undefined {
  return folder;
}

/** Every row, handwritten bodies included: for tests that only look at bytes. Empty without a corpus. */
export function everyCorpusRow(): readonly CorpusRow[] {
  rows ??= folder === undefined ? [] : readManifest(folder);
  return rows;
}

/** The rows that hold real traffic: handwritten and hand-trimmed bodies are left out. Empty without a corpus. */
export function corpusRows(): readonly CorpusRow[] {
  return everyCorpusRow().filter((row) => row.authenticity !== 'handwritten' && row.byteFidelity !== 'hand-trimmed');
}

/** The bytes of a row's body. */
export function corpusBytes(row: CorpusRow): Uint8Array {
  if (folder === undefined) {
    throw new Error(`no corpus to read ${row.file} from`);
  }
  return readFileSync(join(folder, row.file));
}

/** The same bytes as text. */
export function corpusText(row: CorpusRow): string {
  return new TextDecoder().decode(corpusBytes(row));
}

/** The frames of a stream in the corpus that dispatch data; an element of a JSON array and a line are, too. */
export function corpusFrames(row: CorpusRow): readonly Frame[] {
  const decoder = decoderOf(row);
  const frames = [...decoder.feed({ atMs: 0, bytes: corpusBytes(row) }), ...decoder.end().frames];
  return frames.filter((frame) => frame.hasData);
}

function decoderOf({ framing }: CorpusRow): FrameDecoder {
  switch (framing) {
    case 'json-array':
      return createJsonArrayDecoder();
    case 'ndjson':
      return createNdjsonDecoder();
    default:
      return createSseDecoder();
  }
}

/** Whether framing, and with it a missing `[DONE]`, says anything about the server. */
export function trustedFraming(row: CorpusRow): boolean {
  return ['exact', 'exact-text', 'exact-file', 'redacted-reserialized'].includes(row.byteFidelity);
}

function findFolder(): string | undefined {
  const named = process.env['RELAYCERT_CORPUS'] ?? '';
  const place = named === '' ? join(packageRoot, '..', 'shared', 'corpus') : resolve(packageRoot, named);
  return existsSync(join(place, 'manifest.jsonl')) ? place : undefined;
}

function readManifest(place: string): readonly CorpusRow[] {
  const lines = readFileSync(join(place, 'manifest.jsonl'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line, index) => {
      const parsed = parseJson(line);
      if (!parsed.ok || !isObject(parsed.value)) {
        throw new Error(`manifest.jsonl line ${index + 1} is not a JSON object`);
      }
      return toRow(parsed.value);
    });
}

function toRow(row: JsonObject): CorpusRow {
  const status = row['http_status'];
  const contentType = row['content_type'];
  return {
    id: text(row, 'id'),
    file: text(row, 'file'),
    dialect: text(row, 'dialect'),
    server: text(row, 'server'),
    stream: row['stream'] === true,
    ...(typeof status === 'number' ? { httpStatus: status } : {}),
    ...(typeof contentType === 'string' ? { contentType } : {}),
    finish: texts(row['finish']),
    features: texts(row['features']),
    framing: text(row, 'framing'),
    byteFidelity: text(row, 'byte_fidelity'),
    authenticity: text(row, 'authenticity'),
    request: isObject(row['request']) ? row['request'] : {},
  };
}

function text(row: JsonObject, key: string): string {
  const value = row[key];
  if (typeof value !== 'string') {
    throw new Error(`a manifest row has no ${key}`);
  }
  return value;
}

function texts(value: JsonValue | undefined): readonly string[] {
  return value !== undefined && isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
