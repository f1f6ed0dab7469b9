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

/**
 * What `{case}` stands for in one run of a case: 12 hex digits that follow from its id. A case that is run again gets
 * another value, because the relay may have locked the first one.
 *
 * @param run what this run is for; empty for the first run of a case
 */
export function caseValue(id: string, run = ''): string {
  return run === '' ? id : shortHash(`${id} ${run}`);
}
