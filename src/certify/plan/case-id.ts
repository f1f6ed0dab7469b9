import { shortHash } from '../../core/hash.ts';

/** 12 hex digits over a case's readable path. */
export function caseId(path: string): string {
  return shortHash(path);
}

/**
 * A case's token as relays carry it: lower-case letters alone, so that no tokenizer, filter or JSON escape touches it.
 * Starts with a fixed word, so that it is never taken for a line of a prompt.
 */
export function caseToken(id: string): string {
  const letters = [...id].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  return `relaycertcase${letters}`;
}
