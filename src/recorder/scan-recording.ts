import { readFileSync, rmSync } from 'node:fs';
import { isCredentialHeader, isIdentifyingHeader } from '../core/credential-names.ts';
import { type Header, headerValue, joinChunks } from '../core/exchange.ts';
import { HarnessFault } from '../core/fault.ts';
import { readCapture } from '../outcome/read-capture.ts';
import { readRecording } from '../recording/load-recordings.ts';
import { recordedCapture } from '../recording/recorded-capture.ts';
import type { Recording } from '../recording/recording.ts';
import { decompress } from '../transport/decompress.ts';
import { isFiller } from './filler.ts';
import { bytesAsText, type SecretFinder } from './secret-finder.ts';

/**
 * Reads a recording back from the disk and looks for secrets: in the file's own text, in every header, in the body
 * after its encodings are undone, and in the answer after its deltas are joined.
 *
 * @param shown the path to name in a fault
 * @throws HarnessFault for the first secret that is found, or when the file cannot be read back. The file is then gone.
 * The fault names the place and the kind, never the value
 */
export function scanRecording(path: string, shown: string, find: SecretFinder): void {
  let place: string | undefined;
  try {
    place = placeOfSecret(path, find);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  if (place !== undefined) {
    rmSync(path, { force: true });
    throw new HarnessFault(
      'the recording still held a secret, so the file was removed',
      `${shown}: ${place}`,
      'record it again without that secret in the prompt or the answer',
    );
  }
}

/** The place of the first secret, in words. */
export function placeOfSecret(path: string, find: SecretFinder): string | undefined {
  const inFile = firstIn('file', readFileSync(path).toString('latin1'), find);
  if (inFile !== undefined) {
    return inFile;
  }
  const recording = readRecording(path);
  for (const [name, text] of viewsOf(recording)) {
    const found = firstIn(name, text, find);
    if (found !== undefined) {
      return found;
    }
  }
  return placeInHeaders(recording.request?.headers ?? []) ?? placeInHeaders(recording.script.head.headers);
}

function firstIn(name: string, text: string, find: SecretFinder): string | undefined {
  for (const [view, depth] of unescapedViews(text)) {
    const [span] = find(view);
    if (span !== undefined) {
      return `${name}${depth === 0 ? '' : `, escapes undone ${depth} times`}, byte ${span.from}: ${span.kind}`;
    }
  }
  return undefined;
}

/** A text, and what it says after the escapes of JSON and of URLs are undone, those of JSON within JSON too. */
function* unescapedViews(text: string): Iterable<readonly [text: string, depth: number]> {
  let view = text;
  for (let depth = 0; depth <= 3; depth += 1) {
    yield [view, depth];
    const next = unescaped(view);
    if (next === view) {
      return;
    }
    view = next;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(text: string): string {
  if (!text.includes('\\') && !text.includes('%')) {
    return text;
  }
  return text.replaceAll(
    /\\u([0-9a-fA-F]{4})|\\(.)|%([0-9a-fA-F]{2})/gs,
    (_whole, unit: string | undefined, character: string | undefined, byte: string | undefined) => {
      if (unit !== undefined) {
        return bytesAsText(String.fromCharCode(Number.parseInt(unit, 16)));
      }
      return character === undefined
        ? String.fromCharCode(Number.parseInt(byte ?? '', 16))
        : (escapes[character] ?? character);
    },
  );
}

function* viewsOf(recording: Recording): Iterable<readonly [name: string, text: string]> {
  const { request, script, dialect, mode, facts, traits = [] } = recording;
  if (request !== undefined) {
    yield ['request URL', bytesAsText(request.url)];
    yield ['request body', bytesAsText(JSON.stringify(request.body))];
    yield ['request headers', headerText(request.headers)];
  }
  yield ['response headers', headerText(script.head.headers)];
  const body = joinChunks(script.writes);
  yield ['response body', Buffer.from(body).toString('latin1')];
  const below = script.encoded ? decompress(headerValue(script.head.headers, 'content-encoding'), body) : undefined;
  if (below !== undefined) {
    yield ['response body, decompressed', Buffer.from(below).toString('latin1')];
  }
  // A model may spell a secret in pieces, one per delta, which the bytes do not show.
  const { outcome } = readCapture(dialect, mode, recordedCapture(recording), { facts, traits, drift: false });
  for (const choice of outcome.choices) {
    for (const part of choice.parts) {
      yield [`answer, ${part.kind}`, bytesAsText(part.content)];
    }
  }
  yield ['error message', bytesAsText(outcome.error?.message ?? '')];
}

function headerText(headers: readonly Header[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}

function placeInHeaders(headers: readonly Header[]): string | undefined {
  const found = headers.find(
    ([name, value]) => isCredentialHeader(name) || (isIdentifyingHeader(name) && !isFiller(value)),
  );
  return found === undefined ? undefined : `header ${found[0]}`;
}
