import type { Attempt, Evidence } from '../core/evidence.ts';
import type { Check } from '../core/requirement.ts';
import { skip } from './breach.ts';
import { decisiveAttempt, endOf, expectationOf } from './end-of.ts';

/**
 * For requirements that compare what was said: they need an answer on both sides. `relay/terminal/*` and
 * `relay/error/*` judge whether there had to be one.
 */
export function compareAnswers(evidence: Evidence, compare: (attempt: Attempt) => Check): Check {
  const attempt = decisiveAttempt(evidence);
  if (attempt === undefined) {
    return skip('the relay never asked the upstream');
  }
  if (expectationOf(attempt, evidence) === 'failure') {
    return skip('the upstream gave no whole answer');
  }
  if (endOf(evidence.client) !== 'success') {
    return skip('the client got no whole answer');
  }
  return compare(attempt);
}
