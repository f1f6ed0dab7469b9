const word = 'REDACTED';

/**
 * What stands in place of a secret: as many bytes, so that every offset behind it still holds, and letters only, so that
 * JSON, headers and URLs stay what they were.
 */
export function filler(bytes: number): string {
  return word.repeat(Math.ceil(bytes / word.length)).slice(0, bytes);
}

/** Whether a text is nothing but that. */
export function isFiller(text: string): boolean {
  return text === filler(text.length);
}
