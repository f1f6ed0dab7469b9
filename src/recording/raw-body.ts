import { basename, extname } from 'node:path';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import type { Mode } from '../core/route.ts';
import type { Recording } from './recording.ts';

/** Endings of files that hold only a response body. */
export const rawBodyEndings: readonly string[] = ['.sse', '.json', '.ndjson', '.txt'];

interface RawBody {
  /** Name or path of the file; its ending says what the body is. `.txt` says nothing, so the first byte does. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly dialect: DialectId;
}

interface Kind {
  readonly mode: Mode;
  readonly contentType: string;
}

const eventStream: Kind = { mode: 'stream', contentType: 'text/event-stream; charset=utf-8' };
const jsonLines: Kind = { mode: 'stream', contentType: 'application/x-ndjson' };
const jsonArray: Kind = { mode: 'stream', contentType: 'application/json' };
const jsonBody: Kind = { mode: 'body', contentType: 'application/json' };

/**
 * A recording of a body alone: status 200, one chunk, ending `clean`, no facts of the request.
 *
 * `.sse` and `.ndjson` are streams. `.json` is a non-stream body, but a top-level array is a stream: no dialect answers
 * a body request with an array, while Gemini streams one. `.txt` is a body or an array if it starts like one, else SSE.
 *
 * @throws UsageFault for any other ending
 */
export function rawRecording({ path, bytes, dialect }: RawBody): Recording {
  const { mode, contentType } = kindOf(path, bytes);
  const headers: readonly Header[] = [['content-type', contentType]];
  return {
    name: basename(path, extname(path)),
    dialect,
    mode,
    provenance: 'file',
    script: { head: { status: 200, headers }, writes: bytes.length === 0 ? [] : [{ atMs: 0, bytes }], ending: 'clean' },
    facts: {},
  };
}

function kindOf(path: string, bytes: Uint8Array): Kind {
  const first = firstCharacter(bytes);
  switch (extname(path).toLowerCase()) {
    case '.sse':
      return eventStream;
    case '.ndjson':
      return jsonLines;
    case '.json':
      return first === '[' ? jsonArray : jsonBody;
    case '.txt':
      return first === '[' ? jsonArray : first === '{' ? jsonBody : eventStream;
    default:
      throw new UsageFault(
        'a file with this ending is not a recording',
        path,
        `use .har, or ${rawBodyEndings.join(', ')} for a response body`,
      );
  }
}

function firstCharacter(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return start[0];
}
