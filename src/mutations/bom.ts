import { joinChunks } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { writeEvents } from './stream/event-script.ts';
import { forStreams, only } from './stream/variants.ts';

const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * The standard tells readers to skip a byte order mark at the start. A reader that does not skip it loses the first
 * event.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'bom',
  title: 'The stream begins with a UTF-8 byte order mark.',
  source: { text: 'F10: a byte order mark', doc: 'docs/faults.md#f10' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forStreams((source) => {
    const [first] = source.events;
    if (first === undefined) {
      return 'there are no events';
    }
    if (byteOrderMark.every((byte, index) => first.block[index] === byte)) {
      return 'it has one already';
    }
    return only((given) => {
      const script = writeEvents(given, given.events, { rest: given.rest });
      const [head, ...others] = script.writes;
      const marked = head && { ...head, bytes: joinChunks([{ bytes: byteOrderMark }, head]) };
      return { ...script, writes: marked === undefined ? [] : [marked, ...others] };
    });
  }),
};
