import { defaultWireLimits, type WireLimits } from '../core/frame.ts';
import type { FrameDecoder } from './frame-decoder.ts';
import { FrameLedger } from './frame-ledger.ts';
import { LineSplitter } from './line-splitter.ts';
import { SseBlock } from './sse-block.ts';

export interface SseDecoderOptions {
  /**
   * A JSON object or array without `data:`, where a block may begin, is the data of a frame, because some servers break
   * off with a bare error document. It ends with the line on which its brackets balance, or with a blank line. After a
   * frame it is reported as `foreign-bytes`, because readers that follow the standard drop it. Alone it is a body under
   * the wrong content type.
   */
  readonly bareJson?: boolean;
}

/**
 * Decodes an event stream by section 9.2 of the HTML standard, and keeps what a client may forget but a judge needs.
 *
 * A frame is everything from the end of the last frame to the end of its blank line: one byte order mark at the
 * beginning and further blank lines before a block belong to that block's frame. Blocks without data (comments, other
 * fields) are frames too, with `hasData: false`, so that every byte belongs to a frame. They dispatch nothing. `atMs`
 * is the time of the chunk with the frame's last byte.
 *
 * At the end, a block without its blank line is the unterminated frame, an issue `unterminated` and the residual. A
 * client that follows the standard drops it. Blank lines and whole comment lines need no blank line after them: alone
 * they make a terminated frame without data, and no residual. A final CR is a line end.
 *
 * The decoder keeps more than the standard asks of a client. `event` is absent where a client would say `message`. `id`
 * holds what this block set. `lastId` in the counters follows the standard (whole blocks, with or without data).
 */
export function createSseDecoder(
  limits: WireLimits = defaultWireLimits,
  options: SseDecoderOptions = {},
): FrameDecoder {
  const ledger = new FrameLedger(limits);
  const block = new SseBlock(ledger, options.bareJson === true);
  const lines = new LineSplitter('any', (source, start, stop, next, atMs) => {
    if (start !== stop) {
      block.addLine(source, start, stop, false);
      return !block.whole || ledger.add(block.take(source.base + next, atMs, true));
    }
    return block.blank || ledger.add(block.take(source.base + next, atMs, true));
  });
  return {
    framing: 'sse',
    feed: (chunk) => {
      lines.feed(ledger.admit(chunk), chunk.atMs);
      return ledger.settle();
    },
    end: () => {
      if (ledger.end) {
        return ledger.end;
      }
      const cut = ledger.limitExceeded ? undefined : lines.end();
      if (ledger.limitExceeded || !ledger.hasTail) {
        return ledger.close(false);
      }
      if (cut) {
        block.addLine(cut.source, cut.start, cut.stop, true);
      }
      const unfinished = block.waiting;
      if (unfinished) {
        ledger.report('unterminated', ledger.frameFrom);
      }
      const frame = block.take(ledger.tailSpan[1], ledger.atMs, !unfinished);
      if (unfinished) {
        return ledger.close(true, frame);
      }
      ledger.add(frame);
      return ledger.close(false);
    },
  };
}
