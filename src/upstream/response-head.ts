import { byteCount, type Header, headerValue, type WireScript } from '../core/exchange.ts';

/** The headers of a body that is compressed on the way: without its `content-length`, which counted other bytes. */
export function withoutLength(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-length');
}

/** Whether a declared `content-length`, where it rules, is what the writes add up to. */
export function lengthHolds({ head, writes }: WireScript): boolean {
  const declared = headerValue(head.headers, 'content-length');
  return (
    declared === undefined ||
    headerValue(head.headers, 'transfer-encoding') !== undefined ||
    Number(declared) === byteCount(writes)
  );
}
