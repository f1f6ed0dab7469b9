import type { Frame } from '../core/frame.ts';
import type { ByteText } from './byte-text.ts';
import type { FrameLedger } from './frame-ledger.ts';

const noComments: readonly string[] = [];

/**
 * A frame of a framing that has only data: `[start, stop)` of the source. Its span is everything since the last frame.
 */
export function dataFrame(
  ledger: FrameLedger,
  source: ByteText,
  start: number,
  stop: number,
  to: number,
  atMs: number,
  terminated: boolean,
): Frame {
  const invalidAt = source.invalidAt(start, stop);
  if (invalidAt !== undefined) {
    ledger.report('invalid-utf8', source.base + invalidAt);
  }
  return {
    index: ledger.index,
    atMs,
    span: [ledger.frameFrom, to],
    data: source.decode(start, stop),
    hasData: true,
    comments: noComments,
    terminated,
  };
}

/** The frame of all that is left where nothing more has to come: blank lines, or the bracket that closes an array. */
export function closingFrame(ledger: FrameLedger): Frame {
  return {
    index: ledger.index,
    atMs: ledger.atMs,
    span: ledger.tailSpan,
    data: '',
    hasData: false,
    comments: noComments,
    terminated: true,
  };
}
