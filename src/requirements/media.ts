import { shortHash } from '../core/hash.ts';
import { isArray, isObject, type JsonValue } from '../core/json.ts';
import type { Choice } from '../core/outcome.ts';

/** Members that hold what is seen or heard, as base64 (genai.d.ts Blob, ChatCompletionAudio, ImageGenerationCall). */
const encoded: ReadonlySet<string> = new Set(['data', 'result']);

/** Members that say it in words, or where it is (ChatCompletionAudio, genai.d.ts FileData). */
const plain: ReadonlySet<string> = new Set(['transcript', 'fileUri']);

/** All of one kind of content that the media of a choice hold. */
export interface MediaContent {
  /** `audio data`, `image result` … */
  readonly what: string;
  readonly bytes: Uint8Array;
}

/** What can be seen or heard in a choice. How it was cut into pieces does not show. */
export function mediaOf({ parts }: Choice): readonly MediaContent[] {
  const pieces = parts
    .filter(({ kind }) => kind === 'audio' || kind === 'image')
    .flatMap(({ kind, opaque }) =>
      opaque.flatMap(({ value }) =>
        piecesIn(value, 'data').map((piece) => ({ ...piece, what: `${kind} ${piece.what}` })),
      ),
    );
  return [...Map.groupBy(pieces, ({ what }) => what)].map(([what, some]) => ({
    what,
    bytes: Buffer.concat(some.map(({ bytes }) => bytes)),
  }));
}

/** Content as a finding may describe it, without the content. */
export function describeMedia({ what, bytes }: MediaContent): string {
  return `${what}: ${bytes.length} bytes (${shortHash(Buffer.from(bytes).toString('base64'))})`;
}

function piecesIn(value: JsonValue | undefined, name: string): readonly MediaContent[] {
  if (value === undefined) {
    return [];
  }
  if (typeof value === 'string') {
    const bytes = encoded.has(name) ? Buffer.from(value, 'base64') : plain.has(name) ? Buffer.from(value) : [];
    return bytes.length === 0 ? [] : [{ what: name, bytes: Uint8Array.from(bytes) }];
  }
  if (isArray(value)) {
    return value.flatMap((item) => piecesIn(item, name));
  }
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => piecesIn(member, key)) : [];
}
