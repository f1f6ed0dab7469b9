import { ByteText } from './byte-text.ts';

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Takes one line: `source.text` from `start` to `stop`, without its line end, which ends before `next`. `atMs` is the
 * time of the chunk with the line's last byte. It returns false to make the splitter ignore the rest of the input.
 */
export type LineSink = (source: ByteText, start: number, stop: number, next: number, atMs: number) => boolean;

/** A last line that the input did not end. */
export interface CutLine {
  readonly source: ByteText;
  readonly start: number;
  readonly stop: number;
}

/** Cuts chunks into lines, independent of where the chunks were cut. */
export class LineSplitter {
  private readonly sink: LineSink;
  private readonly carriageReturns: boolean;
  /**
   * The beginning of a line that has not ended yet, one character per byte. The engine keeps appended strings as a rope
   * until they are read, so a line in very many chunks is put together once. Nothing may read it before then.
   */
  private carry = '';
  private carryFrom = 0;
  /** Kept beside the text, because asking the text would put the rope together. */
  private carryAscii = true;
  /**
   * The carried line ends with a CR that was the last byte of its chunk. Alone it is a line end; before an LF it is
   * half of one. To decide at once would make spans depend on the chunks.
   */
  private heldReturn = false;
  /** A held CR that turns out to be alone ended its line when it came, not when that became known. */
  private carryAtMs = 0;
  /** Offset of the next chunk in the whole input. */
  private position = 0;

  /** @param lineEnds `any`: LF, CR and CRLF; `lf`: only LF, and a CR before it stays in the line */
  constructor(lineEnds: 'any' | 'lf', sink: LineSink) {
    this.carriageReturns = lineEnds === 'any';
    this.sink = sink;
  }

  feed(bytes: Uint8Array, atMs: number): void {
    if (bytes.length === 0) {
      return;
    }
    const source = ByteText.ofBytes(bytes, this.position);
    this.position += bytes.length;
    const start = this.carry === '' ? source.contentStart : this.completeCarry(source, atMs);
    if (start !== undefined) {
      this.splitLines(source, start, atMs);
    }
  }

  /** Hands over a line that the end of the input completed, or returns the line that was cut. */
  end(): CutLine | undefined {
    if (this.carry === '') {
      return undefined;
    }
    const source = ByteText.ofText(this.carry, this.carryFrom, this.carryAscii);
    const start = source.contentStart;
    const stop = source.text.length;
    if (this.heldReturn) {
      this.sink(source, start, stop - 1, stop, this.carryAtMs);
      return undefined;
    }
    return start === stop ? undefined : { source, start, stop };
  }

  private splitLines(source: ByteText, from: number, atMs: number): void {
    const { text } = source;
    let start = from;
    let lf = text.indexOf('\n', start);
    // Searched again only after a hit: in a stream without CR, each further search would run to the end of the chunk.
    let cr = this.carriageReturns ? text.indexOf('\r', start) : -1;
    if (!source.ascii) {
      // Whole lines only: a character that the end of the chunk cuts is not invalid. Its line is checked when it is
      // whole.
      source.trustIfValid(start, 1 + Math.max(text.lastIndexOf('\n'), cr === -1 ? -1 : text.lastIndexOf('\r')));
    }
    for (;;) {
      let stop = lf;
      let next = lf + 1;
      if (cr !== -1 && (lf === -1 || cr < lf)) {
        if (cr === text.length - 1) {
          // Held, because it becomes part of the carried line.
          break;
        }
        stop = cr;
        next = lf === cr + 1 ? cr + 2 : cr + 1;
        cr = text.indexOf('\r', next);
      } else if (lf === -1) {
        break;
      }
      if (lf !== -1 && lf < next) {
        lf = text.indexOf('\n', next);
      }
      if (!this.sink(source, start, stop, next, atMs)) {
        return;
      }
      start = next;
    }
    this.carry = text.slice(start);
    this.carryFrom = source.base + start;
    this.carryAscii = source.ascii;
    this.carryAtMs = atMs;
    this.heldReturn = this.endsInReturn(text);
  }

  /** Ends the carried line with the beginning of this chunk. Returns where the next line starts, if the line ended. */
  private completeCarry(source: ByteText, atMs: number): number | undefined {
    const { text } = source;
    let head: number;
    let lineEndLength = 1;
    let completedAtMs = atMs;
    if (this.heldReturn) {
      const pair = text.charCodeAt(0) === lineFeed;
      head = pair ? 1 : 0;
      lineEndLength += head;
      completedAtMs = pair ? atMs : this.carryAtMs;
    } else {
      const lf = text.indexOf('\n');
      const cr = this.carriageReturns ? text.indexOf('\r') : -1;
      const stop = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      if (stop === -1 || (stop === cr && cr === text.length - 1)) {
        this.carry += text;
        this.carryAscii &&= source.ascii;
        this.carryAtMs = atMs;
        this.heldReturn = this.endsInReturn(text);
        return undefined;
      }
      lineEndLength += stop === cr && lf === cr + 1 ? 1 : 0;
      head = stop + lineEndLength;
    }
    const line = ByteText.ofText(
      this.carry + text.slice(0, head),
      this.carryFrom,
      this.carryAscii && (head === 0 || source.ascii),
    );
    this.carry = '';
    this.heldReturn = false;
    const next = line.text.length;
    return this.sink(line, line.contentStart, next - lineEndLength, next, completedAtMs) ? head : undefined;
  }

  private endsInReturn(text: string): boolean {
    return this.carriageReturns && text.charCodeAt(text.length - 1) === carriageReturn;
  }
}
