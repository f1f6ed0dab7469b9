import { byteCount, type Header, headerValue, type WireScript } from '../core/exchange.ts';

/** The headers of a body that is compressed on the way, without the `content-length`, which counted other bytes. */
export function withoutLength(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-length');
}

/** Whether the writes add up to the declared `content-length`, if one applies. */
export function lengthHolds({ head, writes }: Pick<WireScript, 'head' | 'writes'>): boolean {
  const declared = headerValue(head.headers, 'content-length');
  return (
    declared === undefined ||
    headerValue(head.headers, 'transfer-encoding') !== undefined ||
    Number(declared) === byteCount(writes)
  );
}
