import { defaultWireLimits, type WireLimits } from '../core/frame.ts';
import type { ByteText } from './byte-text.ts';
import type { FrameDecoder } from './frame-decoder.ts';
import { FrameLedger } from './frame-ledger.ts';
import { LineSplitter } from './line-splitter.ts';
import { closingFrame, dataFrame } from './plain-frame.ts';

/**
 * Decodes newline-delimited JSON: one frame per line, which an LF ends (a CR before it is not part of the data). Blank
 * lines belong to the frame that follows. At the end they make a terminated frame without data. A last line without its
 * LF is the unterminated frame, an issue `unterminated` and the residual, although many readers accept it. The JSON is
 * not parsed. One byte order mark at the beginning is skipped.
 */
export function createNdjsonDecoder(limits: WireLimits = defaultWireLimits): FrameDecoder {
  const ledger = new FrameLedger(limits);
  const lines = new LineSplitter('lf', (source, start, stop, next, atMs) => {
    const trimmed = withoutReturn(source, start, stop);
    return (
      isBlank(source, start, trimmed) ||
      ledger.add(dataFrame(ledger, source, start, trimmed, source.base + next, atMs, true))
    );
  });
  return {
    framing: 'ndjson',
    feed: (chunk) => {
      lines.feed(ledger.admit(chunk), chunk.atMs);
      return ledger.settle();
    },
    end: () => {
      if (ledger.end) {
        return ledger.end;
      }
      if (ledger.limitExceeded || !ledger.hasTail) {
        return ledger.close(false);
      }
      const cut = lines.end();
      if (cut && !isBlank(cut.source, cut.start, cut.stop)) {
        const { source, start, stop } = cut;
        const frame = dataFrame(ledger, source, start, stop, ledger.tailSpan[1], ledger.atMs, false);
        ledger.report('unterminated', ledger.frameFrom);
        return ledger.close(true, frame);
      }
      ledger.add(closingFrame(ledger));
      return ledger.close(false);
    },
  };
}

function withoutReturn(source: ByteText, start: number, stop: number): number {
  return stop > start && source.text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
}

function isBlank(source: ByteText, start: number, stop: number): boolean {
  for (let index = start; index < stop; index += 1) {
    const code = source.text.charCodeAt(index);
    if (code !== 32 && code !== 9 && code !== 13) {
      return false;
    }
  }
  return true;
}
