/** How a server streams one JSON array: `[{…}\n,\r\n{…}\n]` with `elementEnd` LF and `separator` `,` CR LF. */
export interface JsonArrayStyle {
  readonly framing: 'json-array';
  /** White space after each element. */
  readonly elementEnd: '' | '\n' | '\r\n';
  readonly separator: ',' | ',\n' | ',\r\n';
}

const encoder = new TextEncoder();

/** One element, without what comes between it and its neighbours. It is empty where there is no data. */
export function encodeElement(data: string | undefined, { elementEnd }: JsonArrayStyle): Uint8Array {
  return encoder.encode(data === undefined ? '' : data + elementEnd);
}
