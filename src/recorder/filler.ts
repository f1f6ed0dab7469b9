const word = 'REDACTED';

/**
 * The replacement of a secret. It has as many bytes, so that every offset after it still holds. It has only letters, so
 * that JSON, headers and URLs stay valid.
 */
export function filler(bytes: number): string {
  return word.repeat(Math.ceil(bytes / word.length)).slice(0, bytes);
}

/** Whether a text is nothing but filler. */
export function isFiller(text: string): boolean {
  return text === filler(text.length);
}
