import { basename } from 'node:path';
import { loadContract } from '../contract/load.ts';
import { knownTraits } from '../contract/traits/known-traits.ts';
import type { Header, ScriptEnding } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import { parseJsonFile } from '../core/input-file.ts';
import { isArray, isObject, type JsonObject, type JsonValue, parseJsonToRewrite } from '../core/json.ts';
import { decodeBody } from './body-text.ts';
import { cutBody } from './chunk-table.ts';
import { type HarEntry, type HarPair, type HarRequest, unrecordedUrl } from './har-document.ts';
import { knownDialect } from './known-dialect.ts';
import { checkHarDocument, pointerPlace } from './meta-schema.ts';
import type { RecordedRequest, Recording } from './recording.ts';

/**
 * Reads a recording from the text of its HAR file. The recording's name is the last step of `place` without its ending.
 *
 * @param place the file's path; faults start with it
 * @throws UsageFault for cut or broken JSON, a HAR without `_stream`, a breach of the schema, an unknown dialect, and
 *   a body that does not fit its size or its chunks
 */
export function parseHar(text: string, place: string): Recording {
  const value = parseJsonFile(text, place, 'the file is cut or was edited by hand; restore it or record it again');
  refuseForeignHar(value, place);
  const document = checkHarDocument(value, place);
  const [entry] = document.log.entries;
  if (entry === undefined) {
    throw new UsageFault('it has no entry', pointerPlace(place, 'log', 'entries'), 'record it again');
  }
  return recordingOfEntry(entry, place);
}

/**
 * The recording that an entry holds. Its name is the last step of `place` without its ending.
 *
 * @throws UsageFault for an unknown dialect, and a body that does not fit its size or its chunks
 */
export function recordingOfEntry(entry: HarEntry, place: string): Recording {
  const { _stream: stream, request, response } = entry;
  const body = decodeBody(response.content, place);
  const recorded = recordedRequest(request, place);
  const dialect = knownDialect(stream.dialect, pointerPlace(place, 'log', 'entries', 0, '_stream', 'dialect'));
  const traitsPlace = pointerPlace(place, 'log', 'entries', 0, '_stream', 'traits');
  return {
    name: basename(place).replace(/\.[^.]*$/, ''),
    dialect,
    mode: stream.mode,
    provenance: stream.provenance,
    ...(stream.scenario !== undefined && { scenario: stream.scenario }),
    ...(stream.notShown !== undefined && { notShown: stream.notShown }),
    ...(stream.contractVersion !== undefined && { contractVersion: stream.contractVersion }),
    script: {
      head: { status: response.status, headers: toHeaders(response.headers) },
      writes: cutBody(body, stream.chunks, place),
      ending: scriptEnding(stream.ending),
      ...(stream.encoded && { encoded: true }),
    },
    ...(recorded && { request: recorded }),
    facts: stream.requestFacts,
    ...(stream.traits !== undefined && {
      traits: knownTraits(loadContract(dialect).contract, stream.traits, traitsPlace),
    }),
    ...(stream.recordedAt !== undefined && { recordedAt: stream.recordedAt }),
    ...(stream.relay !== undefined && { relay: stream.relay }),
    ...(stream.ending === 'aborted' && { aborted: true }),
    ...(stream.endedBy !== undefined && { endedBy: stream.endedBy }),
    ...(stream.breaches !== undefined && { breaches: stream.breaches }),
  };
}

// A HAR of a browser or of Polly.js alone would fail the schema at its first missing key, which would hide the reason.
function refuseForeignHar(value: JsonValue, place: string): void {
  const log = isObject(value) ? value['log'] : undefined;
  const entries = isObject(log) ? log['entries'] : undefined;
  const entry = isArray(entries) ? entries[0] : undefined;
  if (isObject(entry) && entry['_stream'] === undefined) {
    throw new UsageFault(
      'this HAR has no _stream on its entry, so its dialect, chunks and ending are unknown',
      pointerPlace(place, 'log', 'entries', 0),
      'record it with relaycert, or save the response body as an .sse or .json file and name its dialect',
    );
  }
}

function recordedRequest(request: HarRequest, place: string): RecordedRequest | undefined {
  if (request.url === unrecordedUrl) {
    return undefined;
  }
  return {
    method: request.method,
    url: request.url,
    headers: toHeaders(request.headers),
    body: requestBody(request.postData?.text, place),
  };
}

function requestBody(text: string | undefined, place: string): JsonObject {
  if (text === undefined) {
    return {};
  }
  const parsed = parseJsonToRewrite(text);
  if (!parsed.ok || !isObject(parsed.value)) {
    throw new UsageFault(
      'the request body is not a JSON object',
      pointerPlace(place, 'log', 'entries', 0, 'request', 'postData', 'text'),
      'record it again',
    );
  }
  return parsed.value;
}

function toHeaders(pairs: readonly HarPair[]): readonly Header[] {
  return pairs.map(({ name, value }) => [name, value]);
}

function scriptEnding(ending: HarEntry['_stream']['ending']): ScriptEnding {
  // Until the recorder's deadline, an aborted exchange was silent, so a replay of it stalls.
  return ending === 'aborted' ? 'stall' : ending;
}
