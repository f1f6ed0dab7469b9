const quote = 34;
const comma = 44;
const backslash = 92;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

export function isJsonSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/**
 * Finds where one JSON value ends, without reading it. An object or array ends where its brackets balance. The kinds of
 * bracket do not matter here, because the JSON parser reports a wrong one. A string ends at its quote, and anything
 * else before a delimiter. After a value the scanner is ready for the next one.
 */
export class JsonElementScanner {
  private depth = 0;
  private inString = false;
  /** The last character was a backslash in a string. A chunk may end between it and what it escapes. */
  private escaped = false;

  /** Index after the value, or undefined when `text` ended first. The next call then continues with more text. */
  scan(text: string, from: number): number | undefined {
    let at = from;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (this.inString) {
        at += 1;
        if (this.leaveString(code) && this.depth === 0) {
          return at;
        }
        continue;
      }
      switch (code) {
        case quote:
          this.inString = true;
          break;
        case openBrace:
        case openBracket:
          this.depth += 1;
          break;
        case closeBrace:
        case closeBracket:
          if (this.depth === 0) {
            return at;
          }
          this.depth -= 1;
          if (this.depth === 0) {
            return at + 1;
          }
          break;
        default:
          if (this.depth === 0 && (code === comma || isJsonSpace(code))) {
            return at;
          }
      }
      at += 1;
    }
    return undefined;
  }

  /** Takes one character of a string. Returns true when it was the quote that ends the string. */
  private leaveString(code: number): boolean {
    if (this.escaped) {
      this.escaped = false;
    } else if (code === backslash) {
      this.escaped = true;
    } else if (code === quote) {
      this.inString = false;
    }
    return !this.inString;
  }
}
