import { isAscii, isUtf8 } from 'node:buffer';

/** The byte order mark, one character per byte. */
export const byteOrderMark = '\u00ef\u00bb\u00bf';
const replacement = '\ufffd';
const replacementBytes = Buffer.from(replacement);

/**
 * A stretch of received bytes with one character per byte (latin1), so that an index into `text` is a byte offset from
 * `base`. Framing bytes are all ASCII and never part of another UTF-8 character, so they can be searched in `text`,
 * where searching and slicing cost less than on a Buffer. Only values that need it are decoded as UTF-8.
 */
export class ByteText {
  readonly text: string;
  /** Offset of the first byte in the whole input. */
  readonly base: number;
  /** False where the stretch may hold bytes above 0x7f. */
  readonly ascii: boolean;
  private bytes: Buffer | undefined;
  /** The lines of this stretch were checked together and hold valid UTF-8. */
  private trusted: boolean;

  private constructor(text: string, base: number, ascii: boolean, bytes: Buffer | undefined) {
    this.text = text;
    this.base = base;
    this.ascii = ascii;
    this.trusted = ascii;
    this.bytes = bytes;
  }

  static ofBytes(bytes: Uint8Array, base: number): ByteText {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return new ByteText(buffer.toString('latin1'), base, isAscii(buffer), buffer);
  }

  /** A stretch that several chunks make up. It is `ascii` only when all of them are. */
  static ofText(text: string, base: number, ascii: boolean): ByteText {
    return new ByteText(text, base, ascii, undefined);
  }

  /** Where reading starts. One byte order mark at the very beginning of the input is skipped. */
  get contentStart(): number {
    return this.base === 0 && this.text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  }

  /** The bytes `[from, to)` as text; invalid UTF-8 becomes U+FFFD as in `TextDecoder`. */
  decode(from: number, to: number): string {
    return this.ascii ? this.text.slice(from, to) : this.buffer().toString('utf8', from, to);
  }

  /** One check over many lines, which saves the check of each. */
  trustIfValid(from: number, to: number): void {
    this.trusted ||= isUtf8(this.buffer().subarray(from, to));
  }

  /** Index of the first byte of the first invalid sequence in `[from, to)`. */
  invalidAt(from: number, to: number): number | undefined {
    if (this.trusted) {
      return undefined;
    }
    const buffer = this.buffer();
    return isUtf8(buffer.subarray(from, to)) ? undefined : locateInvalid(buffer, from, to);
  }

  private buffer(): Buffer {
    this.bytes ??= Buffer.from(this.text, 'latin1');
    return this.bytes;
  }
}

/** Decodes and looks for the first U+FFFD that the input does not itself spell out as EF BF BD. */
function locateInvalid(buffer: Buffer, from: number, to: number): number {
  const decoded = buffer.toString('utf8', from, to);
  let offset = from;
  let counted = 0;
  for (;;) {
    const found = decoded.indexOf(replacement, counted);
    if (found === -1) {
      return offset;
    }
    offset += Buffer.byteLength(decoded.slice(counted, found));
    if (!replacementBytes.equals(buffer.subarray(offset, offset + replacementBytes.length))) {
      return offset;
    }
    offset += replacementBytes.length;
    counted = found + 1;
  }
}
