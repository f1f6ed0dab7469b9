import { type Head, headerValue, isRefusal } from '../core/exchange.ts';
import type { Framing } from '../core/frame.ts';
import { isJsonType, mediaType, streamTypes } from '../core/media-type.ts';
import { type EngineIssue, engineIssues } from './grammar/engine-issues.ts';

/** An issue with what it is about, which never is a value that the server made up. */
export interface HeadIssue {
  readonly issue: EngineIssue;
  readonly detail: string;
}

/** Labels that are common enough to be named; any other might be anything. */
const knownTypes: ReadonlySet<string> = new Set([
  ...streamTypes.keys(),
  'application/json',
  'application/octet-stream',
  'text/html',
  'text/plain',
]);

/**
 * What the content type of a head says wrongly of the bytes behind it. A head without any header is one that was not
 * recorded, and the body of a refusal is read whatever it is labelled.
 */
export function headIssue(head: Head | undefined, framing: Framing): HeadIssue | undefined {
  if (head === undefined || head.headers.length === 0 || isRefusal(head.status)) {
    return undefined;
  }
  const type = mediaType(headerValue(head.headers, 'content-type'));
  const issue = framing === 'body' ? engineIssues.bodyType() : engineIssues.streamType();
  const detail = type === '' ? 'no content-type' : knownTypes.has(type) ? type : 'another content-type';
  return isLabel(type, framing) ? undefined : { issue, detail };
}

function isLabel(type: string, framing: Framing): boolean {
  switch (framing) {
    case 'sse':
      return streamTypes.get(type) === framing;
    // Its servers label lines as they label a body, and its clients do not look at the label.
    case 'ndjson':
      return streamTypes.get(type) === framing || isJsonType(type);
    case 'json-array':
    case 'body':
      return isJsonType(type);
  }
}
