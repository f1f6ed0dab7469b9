import { joinChunks } from '../core/exchange.ts';
import { defaultWireLimits, type WireLimits } from '../core/frame.ts';
import { ByteText } from './byte-text.ts';
import type { FrameDecoder } from './frame-decoder.ts';
import { FrameLedger } from './frame-ledger.ts';
import { dataFrame } from './plain-frame.ts';

/**
 * Takes the whole body as one frame, which `end` returns. An empty body has no frame. The frame is always terminated:
 * the transport and the JSON parser say whether a body arrived whole. One byte order mark at the beginning is not part
 * of the data. `atMs` is the time of the last chunk.
 */
export function createBodyDecoder(limits: WireLimits = defaultWireLimits): FrameDecoder {
  const ledger = new FrameLedger(limits);
  const parts: { readonly bytes: Uint8Array }[] = [];
  return {
    framing: 'body',
    feed: (chunk) => {
      const bytes = ledger.admit(chunk);
      const completed = ledger.settle();
      if (bytes.length > 0) {
        parts.push({ bytes });
      }
      return completed;
    },
    end: () => {
      if (ledger.end) {
        return ledger.end;
      }
      if (!ledger.limitExceeded && ledger.hasTail) {
        const source = ByteText.ofBytes(joinChunks(parts), 0);
        const size = source.text.length;
        ledger.add(dataFrame(ledger, source, source.contentStart, size, size, ledger.atMs, true));
      }
      return ledger.close(false);
    },
  };
}
