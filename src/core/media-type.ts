import type { StreamFraming } from './frame.ts';

/** Media types that say how a stream is framed. Those of NDJSON are in common use, but none of them is registered. */
export const streamTypes: ReadonlyMap<string, StreamFraming> = new Map([
  ['text/event-stream', 'sse'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/x-jsonlines', 'ndjson'],
  ['application/jsonl', 'ndjson'],
]);

/** The media type of a `content-type`, without its parameters, in lower case; empty where there is none. */
export function mediaType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether a media type is one of JSON (RFC 8259, RFC 6839). */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}
