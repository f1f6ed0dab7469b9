import { defaultWireLimits, type WireLimits } from '../core/frame.ts';
import { ByteText, byteOrderMark } from './byte-text.ts';
import type { DecoderEnd, FrameDecoder } from './frame-decoder.ts';
import { FrameLedger } from './frame-ledger.ts';
import { isJsonSpace, JsonElementScanner } from './json-element-scanner.ts';
import { closingFrame, dataFrame } from './plain-frame.ts';

/** Where in the array the next byte is. `foreign`: the bytes stopped being an array. */
type Place = 'before' | 'first' | 'element' | 'after' | 'next' | 'closed' | 'foreign';

/** What a JSON value can start with. For anything else there is no end to wait for. */
const elementStart = /["{[\-0-9tfn]/;

/**
 * Decodes a streamed JSON array (`[`, element, `,`, element … `]`, with any white space), as Gemini answers a stream
 * request without `alt=sse`. Each element is one frame, complete with the element's last byte (a bare number or word:
 * with the byte after it). The opening bracket, separators and white space belong to the element that follows. The
 * closing bracket and the white space around it make a last, terminated frame without data, which `end` returns. The
 * elements' JSON is not validated.
 *
 * An array that never closes is an issue `unterminated`. The rest is the residual (empty when the array broke off right
 * after an element), and an element that was begun is the unterminated frame. Where the bytes are not an array, or no
 * longer one, an issue `foreign-bytes` says so, and everything after the last element is the residual, without a frame.
 */
export function createJsonArrayDecoder(limits: WireLimits = defaultWireLimits): FrameDecoder {
  const ledger = new FrameLedger(limits);
  const reader = new JsonArrayReader(ledger);
  return {
    framing: 'json-array',
    feed: (chunk) => {
      reader.feed(ledger.admit(chunk));
      return ledger.settle();
    },
    end: () => ledger.end ?? reader.end(),
  };
}

class JsonArrayReader {
  private readonly ledger: FrameLedger;
  private readonly element = new JsonElementScanner();
  private place: Place = 'before';
  /**
   * The beginning of an element that has not ended yet, one character per byte. The scanner remembers where it is, so
   * this is read only when the element is whole.
   */
  private carry = '';
  private carryFrom = 0;
  private carryAscii = true;
  /** Offset of the next chunk in the whole input. */
  private position = 0;
  /** How many bytes of a byte order mark have been seen. They may come one by one, and half a mark is foreign. */
  private marked = 0;

  constructor(ledger: FrameLedger) {
    this.ledger = ledger;
  }

  feed(bytes: Uint8Array): void {
    if (this.place === 'foreign') {
      return;
    }
    const source = ByteText.ofBytes(bytes, this.position);
    this.position += bytes.length;
    let at: number | undefined = 0;
    while (at !== undefined && at < bytes.length) {
      at = this.place === 'element' ? this.readElement(source, at) : this.readBetween(source, at);
    }
  }

  end(): DecoderEnd {
    const { ledger } = this;
    if (ledger.limitExceeded || (!ledger.hasTail && this.place === 'before')) {
      return ledger.close(false);
    }
    const partialMark = this.marked > 0 && this.marked < byteOrderMark.length;
    if (this.place === 'before' && partialMark) {
      ledger.reportLoose('foreign-bytes', 0);
      return ledger.close(true);
    }
    switch (this.place) {
      case 'before':
      case 'closed':
        ledger.add(closingFrame(ledger));
        return ledger.close(false);
      case 'first':
      case 'next':
      case 'after':
        ledger.reportLoose('unterminated', ledger.frameFrom);
        return ledger.close(true);
      case 'element': {
        const source = ByteText.ofText(this.carry, this.carryFrom, this.carryAscii);
        const frame = dataFrame(ledger, source, 0, this.carry.length, ledger.tailSpan[1], ledger.atMs, false);
        ledger.report('unterminated', ledger.frameFrom);
        return ledger.close(true, frame);
      }
      case 'foreign':
        return ledger.close(true);
    }
  }

  /** Reads one byte between elements. Returns where to continue, or nothing when the rest is foreign. */
  private readBetween(source: ByteText, at: number): number | undefined {
    const character = source.text.charAt(at);
    if (this.place === 'before' && character === byteOrderMark[source.base + at] && this.marked === source.base + at) {
      this.marked += 1;
      return at + 1;
    }
    if (this.marked > 0 && this.marked < byteOrderMark.length) {
      return this.reject(0);
    }
    if (isJsonSpace(character.charCodeAt(0))) {
      return at + 1;
    }
    const place = placeAfter(this.place, character);
    if (place === 'foreign') {
      return this.reject(source.base + at);
    }
    this.place = place;
    if (place !== 'element') {
      return at + 1;
    }
    this.carry = '';
    this.carryFrom = source.base + at;
    this.carryAscii = true;
    return at;
  }

  private readElement(source: ByteText, at: number): number | undefined {
    const stop = this.element.scan(source.text, at);
    if (stop === undefined) {
      this.carry += source.text.slice(at);
      this.carryAscii &&= source.ascii;
      return undefined;
    }
    this.place = 'after';
    const { ledger } = this;
    const to = source.base + stop;
    if (this.carry === '') {
      return ledger.add(dataFrame(ledger, source, at, stop, to, ledger.atMs, true)) ? stop : undefined;
    }
    const text = this.carry + source.text.slice(at, stop);
    const element = ByteText.ofText(text, this.carryFrom, this.carryAscii && source.ascii);
    return ledger.add(dataFrame(ledger, element, 0, text.length, to, ledger.atMs, true)) ? stop : undefined;
  }

  private reject(position: number): undefined {
    this.place = 'foreign';
    this.ledger.reportLoose('foreign-bytes', position);
  }
}

function placeAfter(place: Place, character: string): Place {
  switch (place) {
    case 'before':
      return character === '[' ? 'first' : 'foreign';
    case 'first':
      if (character === ']') {
        return 'closed';
      }
      return elementStart.test(character) ? 'element' : 'foreign';
    case 'next':
      return elementStart.test(character) ? 'element' : 'foreign';
    case 'after':
      if (character === ',') {
        return 'next';
      }
      return character === ']' ? 'closed' : 'foreign';
    case 'element':
    case 'closed':
    case 'foreign':
      return 'foreign';
  }
}
