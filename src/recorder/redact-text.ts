import { filler } from './filler.ts';
import type { SecretFinder } from './secret-finder.ts';

/** A replacement may join what stood apart, so the text is searched again. The scanner sees what is left after that. */
const mostRounds = 4;

/** The text with every secret replaced by a filler of the same length; the same text if there was none. */
export function redactText(text: string, find: SecretFinder): string {
  let redacted = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const spans = find(redacted);
    if (spans.length === 0) {
      break;
    }
    let result = '';
    let end = 0;
    for (const { from, to } of spans) {
      result += redacted.slice(end, from) + filler(to - from);
      end = to;
    }
    redacted = result + redacted.slice(end);
  }
  return redacted;
}

/** The bytes with every secret replaced by as many others; the same array if there was none. */
export function redactBytes(bytes: Uint8Array, find: SecretFinder): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const redacted = redactText(text, find);
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
}
