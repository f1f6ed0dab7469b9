import { STATUS_CODES } from 'node:http';
import { type Header, headerValue, joinChunks } from '../core/exchange.ts';
import { sha256 } from '../core/hash.ts';
import { isObject } from '../core/json.ts';
import { encodeBody } from './body-text.ts';
import { chunkTable } from './chunk-table.ts';
import { urlWithoutCredentials, withoutCredentials } from './credentials.ts';
import {
  type HarDocument,
  type HarEntry,
  type HarPair,
  type HarRequest,
  type HarResponse,
  type StreamExtension,
  unrecordedUrl,
} from './har-document.ts';
import type { RecordedRequest, Recording } from './recording.ts';

/** Version of the writer, not of the package: a release must not change every committed recording. */
const creator = { name: 'relaycert', version: '1' };

/**
 * The HAR file of a recording: keys in alphabetical order, two spaces, a final line feed. Equal recordings give equal
 * bytes, and `parseHar` gives the recording back, except for credentials in headers and URL, which are left out.
 */
export function writeHar(recording: Recording): string {
  const document: HarDocument = {
    log: {
      _recordingName: `${recording.dialect}/${recording.name}`,
      creator,
      entries: [harEntry(recording)],
      pages: [],
      version: '1.2',
    },
  };
  return `${JSON.stringify(document, sortKeys, 2)}\n`;
}

/** The one entry of a recording's file. */
export function harEntry(recording: Recording): HarEntry {
  const request = harRequest(recording.request);
  const firstMs = recording.script.writes[0]?.atMs ?? 0;
  const lastMs = recording.script.writes.at(-1)?.atMs ?? 0;
  return {
    _id: sha256(`${request.method} ${request.url} ${request.postData?.text ?? ''}`).slice(0, 32),
    _order: 0,
    _stream: streamExtension(recording),
    cache: {},
    request,
    response: harResponse(recording),
    // HAR demands a date. Nothing reads this one: `_stream.recordedAt` is what counts.
    startedDateTime: recording.recordedAt ?? '1970-01-01T00:00:00.000Z',
    time: lastMs,
    timings: { blocked: -1, connect: -1, dns: -1, receive: lastMs - firstMs, send: 0, ssl: -1, wait: firstMs },
  };
}

function streamExtension(recording: Recording): StreamExtension {
  return {
    version: 1,
    dialect: recording.dialect,
    mode: recording.mode,
    ...(recording.contractVersion !== undefined && { contractVersion: recording.contractVersion }),
    provenance: recording.provenance,
    ...(recording.scenario !== undefined && { scenario: recording.scenario }),
    ...(recording.notShown !== undefined && { notShown: recording.notShown }),
    ending: recording.aborted ? 'aborted' : recording.script.ending,
    ...(recording.endedBy !== undefined && { endedBy: recording.endedBy }),
    ...(recording.script.encoded && { encoded: true }),
    chunks: chunkTable(recording.script.writes),
    requestFacts: recording.facts,
    ...(recording.traits !== undefined && { traits: recording.traits }),
    ...(recording.recordedAt !== undefined && { recordedAt: recording.recordedAt }),
    ...(recording.relay !== undefined && { relay: recording.relay }),
    ...(recording.breaches !== undefined && { breaches: recording.breaches }),
  };
}

function harRequest(request: RecordedRequest | undefined): HarRequest {
  if (request === undefined) {
    return {
      method: 'POST',
      url: unrecordedUrl,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      queryString: [],
      headersSize: -1,
      bodySize: -1,
    };
  }
  const url = urlWithoutCredentials(request.url);
  const text = JSON.stringify(request.body);
  return {
    method: request.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: withoutCredentials(toPairs(request.headers)),
    queryString: URL.canParse(url) ? toPairs([...new URL(url).searchParams]) : [],
    headersSize: -1,
    bodySize: Buffer.byteLength(text),
    postData: { mimeType: headerValue(request.headers, 'content-type') ?? 'application/json', text },
  };
}

function harResponse({ script }: Recording): HarResponse {
  const body = joinChunks(script.writes);
  return {
    status: script.head.status,
    statusText: STATUS_CODES[script.head.status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: withoutCredentials(toPairs(script.head.headers)),
    content: {
      size: body.length,
      mimeType: headerValue(script.head.headers, 'content-type') ?? 'application/octet-stream',
      ...encodeBody(body),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: body.length,
  };
}

function toPairs(headers: readonly Header[]): readonly HarPair[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function sortKeys(_key: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}
