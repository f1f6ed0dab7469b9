import { isIdentifyingHeader } from '../core/credential-names.ts';
import { type Chunk, type Header, headerValue, joinChunks, type WireScript } from '../core/exchange.ts';
import { HarnessFault } from '../core/fault.ts';
import { isObject, parseJsonToRewrite } from '../core/json.ts';
import type { RecordedRequest, Recording } from '../recording/recording.ts';
import { decodeContent } from '../transport/content-decoding.ts';
import { decompress, isEncoded } from '../transport/decompress.ts';
import { filler } from './filler.ts';
import { redactBytes, redactText } from './redact-text.ts';
import { bytesAsText, type SecretFinder } from './secret-finder.ts';

/**
 * The recording without a secret. Replacements have the length of what they replace, so chunks and offsets stay as they
 * were. Headers, cookies and query parameters that are credentials by name are left out by the writer.
 *
 * A compressed body without a secret stays as it came. A body with a secret is kept decompressed, chunk by chunk and
 * without the mark `encoded`: compressing it again would give bytes that the provider never sent.
 *
 * @throws HarnessFault for a compressed body that cannot be read, because nothing is written that was not scanned
 */
export async function redactRecording(recording: Recording, find: SecretFinder): Promise<Recording> {
  const { request, script } = recording;
  return {
    ...recording,
    ...(request === undefined ? {} : { request: redactRequest(request, find) }),
    script: await redactScript(script, find),
  };
}

function redactRequest({ method, url, headers, body }: RecordedRequest, find: SecretFinder): RecordedRequest {
  const text = redactUtf8(JSON.stringify(body), find);
  const parsed = parseJsonToRewrite(text);
  if (!parsed.ok || !isObject(parsed.value)) {
    throw new HarnessFault('without its secrets the request is no longer JSON', 'request body', 'please report this');
  }
  return { method, url: redactUrl(url, find), headers: redactHeaders(headers, find), body: parsed.value };
}

function redactUtf8(text: string, find: SecretFinder): string {
  return Buffer.from(redactText(bytesAsText(text), find), 'latin1').toString('utf8');
}

/** The paths of Vertex and Azure hold projects and accounts. */
const identifyingSegment = /\/(projects|organizations|accounts|tenants|subscriptions)\/([^/?#]+)/g;

function redactUrl(url: string, find: SecretFinder): string {
  return redactUtf8(url, find).replace(
    identifyingSegment,
    (_whole, kind: string, name: string) => `/${kind}/${filler(name.length)}`,
  );
}

function redactHeaders(headers: readonly Header[], find: SecretFinder): readonly Header[] {
  return headers.map(([name, value]) => [
    name,
    isIdentifyingHeader(name) ? filler(value.length) : redactText(value, find),
  ]);
}

async function redactScript(script: WireScript, find: SecretFinder): Promise<WireScript> {
  const { head, writes } = script;
  const redactedHead = { status: head.status, headers: redactHeaders(head.headers, find) };
  const encoding = headerValue(head.headers, 'content-encoding');
  if (!isEncoded(encoding)) {
    return { ...script, head: redactedHead, writes: redactChunks(writes, find) };
  }
  const body = decompress(encoding, joinChunks(writes));
  if (body === undefined) {
    throw new HarnessFault(
      'the body is compressed in a way that cannot be read, so it cannot be scanned for secrets',
      `content-encoding ${encoding ?? ''}`,
      'send another accept-encoding',
    );
  }
  if (redactBytes(body, find) === body) {
    return { ...script, head: redactedHead, encoded: true };
  }
  const { encoded: _encoded, ...rest } = script;
  const { chunks } = await decodeContent(encoding, writes);
  return { ...rest, head: redactedHead, writes: redactChunks(chunks, find) };
}

/** Searches the whole body at once, because a secret may span chunks. */
function redactChunks(chunks: readonly Chunk[], find: SecretFinder): readonly Chunk[] {
  const body = joinChunks(chunks);
  const redacted = redactBytes(body, find);
  if (redacted === body) {
    return chunks;
  }
  let offset = 0;
  return chunks.map(({ atMs, bytes }) => {
    const from = offset;
    offset += bytes.length;
    return { atMs, bytes: redacted.subarray(from, offset) };
  });
}
