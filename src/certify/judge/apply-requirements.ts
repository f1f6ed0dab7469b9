import { joinChunks } from '../../core/exchange.ts';
import { messageOf } from '../../core/fault.ts';
import { shortHash } from '../../core/hash.ts';
import type { Reading } from '../../core/reading.ts';
import type { Breach, Check, Requirement, Severity, VerdictKind } from '../../core/requirement.ts';
import type { Finding, Verdict } from './result.ts';

/** One breach of a requirement in a stream or body that stands alone. */
export type StreamFinding = Omit<Finding, 'fault' | 'blame' | 'grade' | 'shown' | 'case' | 'casePath' | 'route'>;

export interface StreamJudgement {
  /** One per requirement. */
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly StreamFinding[];
}

/** A check whose breaches can say more than a check does, such as whose they are. */
export type CheckOf<Told extends Breach> =
  | Exclude<Check, { readonly result: 'breach' }>
  | { readonly result: 'breach'; readonly breaches: readonly Told[] };

/** A breach with the requirement that it breaks and where it shows. */
type Found<Told extends Breach> = Told & Pick<Finding, 'requirement' | 'severity' | 'frameCount' | 'hash'>;

/**
 * Applies each requirement once. One that throws gets the verdict `error`: that is our fault, not the relay's.
 *
 * @param reading what the client got, which the findings point into
 * @param costs whether a breach costs the relay anything; one that does not only warns
 */
export function applyRequirements<Applied extends Requirement, Told extends Breach>(
  requirements: readonly Applied[],
  reading: Reading,
  check: (requirement: Applied) => CheckOf<Told>,
  costs: (breach: Told) => boolean = () => true,
): { readonly verdicts: readonly Verdict[]; readonly found: readonly Found<Told>[] } {
  const verdicts: Verdict[] = [];
  const found: Found<Told>[] = [];
  let hash: string | undefined;
  for (const requirement of requirements) {
    const { id, severity } = requirement;
    const checked = guarded(() => check(requirement));
    verdicts.push({ requirement: id, ...verdictOf(checked, severity, costs) });
    if (checked.result === 'breach') {
      hash ??= shortHash(joinChunks(reading.capture.chunks));
      for (const breach of checked.breaches) {
        found.push({ ...breach, requirement: id, severity, frameCount: reading.frames.length, hash });
      }
    }
  }
  return { verdicts, found };
}

/** A check, or what it threw. */
type GuardedCheck<Told extends Breach> = CheckOf<Told> | { readonly result: 'error'; readonly reason: string };

function guarded<Told extends Breach>(check: () => CheckOf<Told>): GuardedCheck<Told> {
  try {
    return check();
  } catch (error) {
    return { result: 'error', reason: messageOf(error) };
  }
}

function verdictOf<Told extends Breach>(
  checked: GuardedCheck<Told>,
  severity: Severity,
  costs: (breach: Told) => boolean,
): Omit<Verdict, 'requirement'> {
  switch (checked.result) {
    case 'pass':
      return { verdict: 'pass' };
    case 'skip':
      return { verdict: 'not-applicable', reason: checked.reason };
    case 'untestable':
    case 'error':
      return { verdict: checked.result, reason: checked.reason };
    case 'breach':
      return { verdict: checked.breaches.some(costs) ? breachVerdict(severity) : 'warn' };
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
