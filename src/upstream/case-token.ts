import type { NeutralRequest } from '../core/scenario.ts';

/** How the upstream may recognise the case of a request. Each way also allows those before it. */
export type CaseFinder = 'message' | 'header' | 'single-flight';

/** Header in which a probe repeats the token, for relays that rewrite messages but forward unknown headers. */
export const caseHeader = 'x-relaycert-case';

/** Letters only, because tokenisers, templates and redaction filters of relays change digits and punctuation. */
const tokenPattern = /^[a-z]+$/;

export function isCaseToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** The token of a request: lower-case letters that stand alone on the last line of the last user message. */
export function tokenInMessage(request: NeutralRequest): string | undefined {
  const turn = request.turns.findLast(({ role }) => role === 'user');
  if (turn?.role !== 'user') {
    return undefined;
  }
  // A relay may trim or pad a message. The token survives both.
  const text = turn.text.trimEnd();
  const line = text.slice(text.lastIndexOf('\n') + 1).trim();
  return isCaseToken(line) ? line : undefined;
}
