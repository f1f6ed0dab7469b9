import { headerValue, joinChunks, type WireScript } from '../core/exchange.ts';
import { decompress } from '../transport/decompress.ts';

/**
 * The script without its `content-encoding`, for code that reads or changes what it says. The writes of an encoded
 * script become a single write, at the time of the last. A player compresses it again, so a client gets the same answer
 * in different bytes. Bytes that do not decompress stay as they are.
 */
export function decodedScript(script: WireScript): WireScript {
  if (!script.encoded) {
    return script;
  }
  const { encoded: _encoded, ...rest } = script;
  const body = decompress(headerValue(script.head.headers, 'content-encoding'), joinChunks(script.writes));
  if (body === undefined) {
    return script;
  }
  return { ...rest, writes: body.length === 0 ? [] : [{ atMs: script.writes.at(-1)?.atMs ?? 0, bytes: body }] };
}
