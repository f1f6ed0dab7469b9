import type { Frame } from '../core/frame.ts';
import type { ByteText } from './byte-text.ts';
import type { FrameLedger } from './frame-ledger.ts';
import { JsonElementScanner } from './json-element-scanner.ts';

const space = 32;
const colon = 58;
const noComments: readonly string[] = [];

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** The block of an event stream that is being read, with its fields so far. */
export class SseBlock {
  /** No line has come since the last block, except blank lines. */
  blank = true;
  /** The block has a line that is not a comment, so an event waits for its blank line. */
  waiting = false;
  /** A bare JSON document is complete: the block needs no blank line. */
  whole = false;
  private readonly ledger: FrameLedger;
  private readonly bareJson: boolean;
  /** Present while the block is a bare JSON document. */
  private document: JsonElementScanner | undefined;
  /** Lines are joined as they come. Most blocks have one, and the engine joins more only when the text is read. */
  private data = '';
  /**
   * Kept apart from `data`: an empty `data:` line dispatches an event with empty data, a missing one dispatches
   * nothing.
   */
  private hasData = false;
  private event: string | undefined;
  /** The last `event:` line and its value, kept because streams repeat one name thousands of times. `''` means none. */
  private eventLine = '';
  private eventOfLine: string | undefined;
  private id: string | undefined;
  private retry: number | undefined;
  /** The last `id:` that a whole block set, which some readers repeat with every block after it. */
  private lastId = '';
  /** Where a JSON document that began the input stands: it is a body, unless something follows. */
  private leading: number | undefined;
  /** Absent for almost all blocks, which then share one empty list. */
  private comments: string[] | undefined;

  /** @param bareJson a line with `{` or `[` at the beginning of a block begins a JSON document */
  constructor(ledger: FrameLedger, bareJson = false) {
    this.ledger = ledger;
    this.bareJson = bareJson;
  }

  /**
   * Reads a line that is not blank, by "9.2.6 Interpreting an event stream" of the HTML standard.
   *
   * @param cut the input ended within the line, so what could still have become valid is not reported
   */
  addLine(source: ByteText, start: number, stop: number, cut: boolean): void {
    const { text } = source;
    if (this.blank && this.bareJson && isJsonStart(text.charCodeAt(start))) {
      this.beginDocument(source.base + start);
    }
    this.blank = false;
    const invalidAt = source.invalidAt(start, stop);
    if (invalidAt !== undefined) {
      this.ledger.report('invalid-utf8', source.base + invalidAt);
    }
    if (this.document !== undefined) {
      this.addDocumentLine(source, start, stop, this.document);
      return;
    }
    if (isData(text, start)) {
      this.waiting = true;
      this.addData(source.decode(valueStart(text, start + 4), stop));
      return;
    }
    if (text.charCodeAt(start) === colon) {
      this.comments ??= [];
      this.comments.push(source.decode(valueStart(text, start), stop));
      this.waiting ||= cut;
      return;
    }
    this.waiting = true;
    this.addField(source, start, stop, cut);
  }

  /** Everything since the last frame as a frame that ends before `to`, and a fresh block. */
  take(to: number, atMs: number, terminated: boolean): Frame {
    if (!this.hasData && terminated) {
      this.reportWithoutData();
    } else if (this.leading !== undefined && this.document === undefined) {
      this.ledger.report('foreign-bytes', this.leading, 0);
      this.leading = undefined;
    }
    const frame: Mutable<Frame> = {
      index: this.ledger.index,
      atMs,
      span: [this.ledger.frameFrom, to],
      data: this.data,
      hasData: this.hasData,
      comments: this.comments ?? noComments,
      terminated,
    };
    if (this.event !== undefined) {
      frame.event = this.event;
      this.event = undefined;
    }
    if (this.id !== undefined) {
      frame.id = this.id;
      this.lastId = this.id;
      this.id = undefined;
    }
    if (this.retry !== undefined) {
      frame.retry = this.retry;
      this.retry = undefined;
    }
    this.blank = true;
    this.waiting = false;
    this.whole = false;
    this.document = undefined;
    this.data = '';
    this.hasData = false;
    this.comments = undefined;
    return frame;
  }

  private beginDocument(position: number): void {
    this.document = new JsonElementScanner();
    // A trailing blank line makes a frame of its own, so the bytes before may be blank lines only.
    if (this.ledger.index > 0) {
      this.ledger.report('foreign-bytes', position);
    } else {
      this.leading = position;
    }
  }

  /** What readers make of the block that ends here. Comments alone are harmless until an id was given. */
  private reportWithoutData(): void {
    const position = this.ledger.frameFrom;
    if (this.event !== undefined) {
      this.ledger.report('event-without-data', position);
    } else if (this.retry !== undefined || (this.id ?? '') !== '') {
      this.ledger.report('field-without-data', position);
    } else if (this.comments !== undefined && this.id === undefined && this.lastId !== '') {
      this.ledger.report('comment-after-id', position);
    }
  }

  private addDocumentLine(source: ByteText, start: number, stop: number, document: JsonElementScanner): void {
    const line = source.text.slice(start, stop);
    this.addData(source.decode(start, stop));
    this.whole = document.scan(`${line}\n`, 0) !== undefined;
    this.waiting = !this.whole;
  }

  private addData(value: string): void {
    this.data = this.hasData ? `${this.data}\n${value}` : value;
    this.hasData = true;
  }

  private addField(source: ByteText, start: number, stop: number, cut: boolean): void {
    if (stop - start === this.eventLine.length && source.text.startsWith(this.eventLine, start)) {
      this.event = this.eventOfLine;
      return;
    }
    const line = source.text.slice(start, stop);
    const separator = line.indexOf(':');
    const name = separator === -1 ? line : line.slice(0, separator);
    const value = separator === -1 ? '' : source.decode(valueStart(source.text, start + separator), stop);
    const position = source.base + start;
    switch (name) {
      case 'data':
        this.addData(value);
        break;
      case 'event':
        this.event = value === '' ? undefined : value;
        if (source.ascii) {
          this.eventLine = line;
          this.eventOfLine = this.event;
        }
        break;
      case 'id':
        if (value.includes('\0')) {
          this.ledger.report('id-with-nul', position);
        } else {
          this.id = value;
        }
        break;
      case 'retry':
        if (/^[0-9]+$/.test(value)) {
          // The standard sets no bound, and Infinity would not survive JSON.
          this.retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
        } else if (!(cut && value === '')) {
          this.ledger.report('invalid-retry', position);
        }
        break;
      default:
        if (cut && separator === -1 && !isJsonStart(name.trimStart().charCodeAt(0))) {
          // Without its colon, a cut name may be the beginning of a known name.
          break;
        }
        if (!fieldName.test(name) || meantForClient.test(name) || isJsonStart(value.trimStart().charCodeAt(0))) {
          this.ledger.report('foreign-bytes', position);
        } else {
          this.ledger.report('unknown-field', position);
        }
    }
  }
}

/** What the name of a field may look like; any other line is text. */
const fieldName = /^\s*[\w.-]+\s*$/;

/** Names of fields that no reader knows, and whose value a server wanted to be read. */
const meantForClient = /^\s*(?:data|error)\s*$/i;

function isJsonStart(code: number): boolean {
  return code === 123 || code === 91;
}

/** Whether a line starts with `data:`. It compares character codes, because every line is asked. */
function isData(text: string, start: number): boolean {
  return (
    text.charCodeAt(start + 4) === colon &&
    text.charCodeAt(start) === 100 &&
    text.charCodeAt(start + 1) === 97 &&
    text.charCodeAt(start + 2) === 116 &&
    text.charCodeAt(start + 3) === 97
  );
}

/**
 * Where the value starts: one space after the colon is not part of it. After a colon that ends its line there is no
 * space.
 */
function valueStart(text: string, separator: number): number {
  return text.charCodeAt(separator + 1) === space ? separator + 2 : separator + 1;
}
