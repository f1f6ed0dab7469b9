import type { Ending } from '../core/exchange.ts';
import type { Issue } from '../core/issue.ts';
import type { Integrity, Witnesses } from '../core/outcome.ts';
import type { ReportedError } from '../core/reported-error.ts';

/** All facts that can show that an answer is not whole. */
export interface IntegrityEvidence {
  readonly ending: Ending;
  readonly limitExceeded: boolean;
  readonly error: ReportedError | undefined;
  /** The terminal said failed or cancelled. */
  readonly failed: boolean;
  readonly witnesses: Witnesses;
  readonly residualBytes: number;
  readonly issues: readonly Issue[];
}

/** The only place that can say `complete`: it is what remains after every other class was ruled out, in this order. */
export function integrityOf(evidence: IntegrityEvidence): Integrity {
  if (evidence.ending !== 'clean') {
    return 'transport_error';
  }
  if (evidence.limitExceeded) {
    return 'limit_exceeded';
  }
  if (evidence.error !== undefined || evidence.failed) {
    return 'provider_error';
  }
  if (!evidence.witnesses.endMarker) {
    return 'no_end_marker';
  }
  if (evidence.residualBytes > 0) {
    return 'buffer_residual';
  }
  if (!evidence.witnesses.finishReason) {
    return 'missing_finish_reason';
  }
  if (evidence.issues.some(breaksProtocol)) {
    return 'protocol_error';
  }
  return 'complete';
}

function breaksProtocol(issue: Issue): boolean {
  return (issue.level === 'BRK' || issue.level === 'SPEC') && issue.topic !== 'drift';
}
