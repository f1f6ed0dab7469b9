import { joinChunks } from '../../core/exchange.ts';
import { messageOf } from '../../core/fault.ts';
import { shortHash } from '../../core/hash.ts';
import type { Reading } from '../../core/reading.ts';
import type { Check, Requirement, Severity, VerdictKind } from '../../core/requirement.ts';
import type { Finding, Verdict } from './result.ts';

/** One breach of a requirement in a stream or body that stands alone. */
export type StreamFinding = Omit<Finding, 'case' | 'casePath' | 'route'>;

export interface StreamJudgement {
  /** One per requirement. */
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly StreamFinding[];
}

/**
 * Applies each requirement once. One that throws gets the verdict `error`: that is our fault, not the relay's.
 *
 * @param reading what the client got, which the findings point into
 */
export function applyRequirements<Applied extends Requirement>(
  requirements: readonly Applied[],
  reading: Reading,
  check: (requirement: Applied) => Check,
): StreamJudgement {
  const verdicts: Verdict[] = [];
  const findings: StreamFinding[] = [];
  let hash: string | undefined;
  for (const requirement of requirements) {
    const { id, severity } = requirement;
    const checked = guarded(() => check(requirement));
    verdicts.push({ requirement: id, ...verdictOf(checked, severity) });
    if (checked.result === 'breach') {
      hash ??= shortHash(joinChunks(reading.capture.chunks));
      for (const breach of checked.breaches) {
        findings.push({ requirement: id, severity, ...breach, frameCount: reading.frames.length, hash });
      }
    }
  }
  return { verdicts, findings };
}

/** A check, or what it threw. */
type GuardedCheck = Check | { readonly result: 'error'; readonly reason: string };

function guarded(check: () => Check): GuardedCheck {
  try {
    return check();
  } catch (error) {
    return { result: 'error', reason: messageOf(error) };
  }
}

function verdictOf(checked: GuardedCheck, severity: Severity): Omit<Verdict, 'requirement'> {
  switch (checked.result) {
    case 'pass':
      return { verdict: 'pass' };
    case 'skip':
      return { verdict: 'not-applicable', reason: checked.reason };
    case 'untestable':
    case 'error':
      return { verdict: checked.result, reason: checked.reason };
    case 'breach':
      return { verdict: breachVerdict(severity) };
  }
}

function breachVerdict(severity: Severity): VerdictKind {
  switch (severity) {
    case 'must':
      return 'fail';
    case 'should':
    case 'may':
    case 'note':
      return 'warn';
  }
}
