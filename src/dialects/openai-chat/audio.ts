import { isObject, type JsonObject, type JsonRecord, type JsonValue } from '../../core/json.ts';

/** Members of `audio`, in a delta as in a message (openai completions.d.ts, ChatCompletionAudio). */
const texts = ['id', 'data', 'transcript'];

/** A piece of audio as a delta holds it; undefined if the value is not audio. */
export function audioPiece(value: JsonValue): JsonObject | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const piece: JsonRecord = {};
  for (const name of texts) {
    if (typeof value[name] === 'string') {
      piece[name] = value[name];
    }
  }
  const { expires_at: expires } = value;
  if (typeof expires === 'number' && Number.isSafeInteger(expires) && expires >= 0) {
    piece['expires_at'] = expires;
  }
  return Object.keys(piece).length === 0 ? undefined : piece;
}

/** The audio of a message: its pieces joined. Undefined unless all four members that a message must have are known. */
export function wholeAudio(values: readonly JsonValue[]): JsonObject | undefined {
  const pieces = values.map(audioPiece).filter((piece) => piece !== undefined);
  const all = (name: string): readonly string[] =>
    pieces.flatMap(({ [name]: value }) => (typeof value === 'string' ? [value] : []));
  const [id] = all('id');
  const expires = pieces.findLast((piece) => piece['expires_at'] !== undefined)?.['expires_at'];
  if (id === undefined || expires === undefined) {
    return undefined;
  }
  // Each piece is a separate base64 text, so its padding would end the whole.
  const data = Buffer.concat(all('data').map((text) => Buffer.from(text, 'base64'))).toString('base64');
  return { id, expires_at: expires, data, transcript: all('transcript').join('') };
}
