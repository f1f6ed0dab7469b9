/** How a server writes newline-delimited JSON. */
export interface NdjsonStyle {
  readonly framing: 'ndjson';
  readonly lineEnd: '\n' | '\r\n';
}

const lineBreaks = /[\r\n]+/g;
const encoder = new TextEncoder();

/**
 * One line. A line break inside the data becomes a space, because JSON allows line breaks only as white space. Without
 * data nothing is written. Never throws.
 */
export function encodeNdjson(data: string | undefined, { lineEnd }: NdjsonStyle): Uint8Array {
  return encoder.encode(data === undefined ? '' : data.replace(lineBreaks, ' ') + lineEnd);
}
