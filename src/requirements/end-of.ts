import { loadContract } from '../contract/load.ts';
import type { Attempt, Evidence } from '../core/evidence.ts';
import type { Reading } from '../core/reading.ts';

/**
 * How one side ended, as its reader can tell. `success`: a success terminal was seen. `error`: an error of the dialect,
 * a finish reason that means one, a terminal that says cancelled, or an HTTP error. `abort`: the HTTP stack reports a
 * broken transfer. `ambiguous`: the body ends cleanly without a terminal, which several SDKs take for success.
 * `no-end`: nothing more came until a deadline.
 */
export type End = 'success' | 'error' | 'abort' | 'ambiguous' | 'no-end';

export function endOf(reading: Reading): End {
  const { outcome, capture } = reading;
  if (outcome.phase === 'completed') {
    return finishIsError(reading) ? 'error' : 'success';
  }
  if (outcome.phase === 'failed' || outcome.phase === 'cancelled' || outcome.error !== undefined) {
    return 'error';
  }
  if (capture.ending === 'aborted' || capture.ending === 'stall') {
    return 'no-end';
  }
  return capture.ending === 'clean' ? 'ambiguous' : 'abort';
}

/** Whether the finish reason says that the model failed, as Gemini's MALFORMED_FUNCTION_CALL does. */
function finishIsError({ outcome }: Reading): boolean {
  return outcome.choices.some(({ finish }) => finish?.kind === 'malformed');
}

export function describeEnd(reading: Reading): string {
  const end = endOf(reading);
  switch (end) {
    case 'success': {
      const finishes = reading.outcome.choices.map((choice) => choice.finish?.raw ?? 'none').join(', ');
      return `a success terminal (finish reason ${finishes === '' ? 'none' : finishes})`;
    }
    case 'error':
      return finishIsError(reading)
        ? `an error (finish reason ${reading.outcome.choices.map((choice) => choice.finish?.raw ?? 'none').join(', ')})`
        : `an error (class ${reading.outcome.error?.class ?? 'unknown'})`;
    case 'abort':
      return `a broken transfer (${reading.capture.ending})`;
    case 'ambiguous':
      return 'a quiet close without a terminal';
    case 'no-end':
      return `no end (${reading.capture.deadline ?? 'still open'})`;
  }
}

/** What an honest relay can make of an attempt: only a success, only a failure, or either. */
export type Expectation = 'success' | 'failure' | 'either';

export function expectationOf(attempt: Attempt, evidence: Evidence): Expectation {
  const { outcome, capture } = attempt.reading;
  if (outcome.error !== undefined || outcome.phase === 'failed' || outcome.phase === 'cancelled') {
    return 'failure';
  }
  // Some servers put an error where the finish reason belongs: a success would hide it.
  if (outcome.choices.some((choice) => choice.finish?.kind === 'error')) {
    return 'failure';
  }
  if (outcome.phase === 'completed') {
    if (!outcome.witnesses.finishReason) {
      return evidence.policies.doneWithoutFinish === 'refuse' ? 'failure' : 'either';
    }
    // A reader that believes the head cannot decode what is not encoded.
    return outcome.integrity === 'complete' && capture.mislabelled !== true ? 'success' : 'either';
  }
  const { eofAfterFinish } = loadContract(attempt.reading.dialect).contract.wire;
  const quietEnd = capture.ending === 'clean' && outcome.witnesses.finishReason;
  return quietEnd && eofAfterFinish === 'tolerated' ? 'either' : 'failure';
}

/**
 * The attempt that the client's answer is compared with: the last one that can have been a success, else the last. A
 * relay may retry, but its whole answer has to come from one attempt.
 */
export function decisiveAttempt(evidence: Evidence): Attempt | undefined {
  const usable = evidence.attempts.filter((attempt) => expectationOf(attempt, evidence) !== 'failure');
  return usable.at(-1) ?? evidence.attempts.at(-1);
}
