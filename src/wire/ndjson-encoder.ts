/** How a server writes newline-delimited JSON. */
export interface NdjsonStyle {
  readonly framing: 'ndjson';
  readonly lineEnd: '\n' | '\r\n';
}

const lineBreaks = /[\r\n]+/g;
const encoder = new TextEncoder();

/**
 * One line. Line breaks inside the data, which are white space wherever JSON allows them, are written as a space. Without
 * data there is nothing to write: a blank line would say nothing. Never throws.
 */
export function encodeNdjson(data: string | undefined, { lineEnd }: NdjsonStyle): Uint8Array {
  return encoder.encode(data === undefined ? '' : data.replace(lineBreaks, ' ') + lineEnd);
}
