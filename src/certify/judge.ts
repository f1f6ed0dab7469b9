import type { Evidence } from '../core/evidence.ts';
import { joinChunks } from '../core/exchange.ts';
import { shortHash } from '../core/hash.ts';
import type { Check, Requirement, Severity, VerdictKind } from '../core/requirement.ts';
import { routeName } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import type { Finding, Verdict } from './result.ts';

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
}

/** Holds the evidence of one case against the requirements. A requirement that throws is an `error`: our fault, not the relay's. */
export function judge(evidence: Evidence, casePath: string, requirements: readonly Requirement[]): Judgement {
  const verdicts: Verdict[] = [];
  const findings: Finding[] = [];
  const facts = requestFactsOf(evidence);
  const unapplied = evidence.mutation?.unapplied;
  let hash: string | undefined;
  for (const requirement of requirements) {
    const check = guarded(() => {
      // What came out is the unchanged case once more, which is judged on its own.
      if (unapplied !== undefined) {
        return { result: 'skip', reason: unapplied };
      }
      return requirement.subject === 'stream' ? requirement.check(evidence.client, facts) : requirement.check(evidence);
    });
    verdicts.push(toVerdict(requirement, check));
    if ('result' in check && check.result === 'breach') {
      hash ??= shortHash(joinChunks(evidence.client.capture.chunks));
      for (const breach of check.breaches) {
        findings.push({
          requirement: requirement.id,
          severity: requirement.severity,
          case: evidence.caseId,
          casePath,
          route: routeName(evidence.route),
          expected: breach.expected,
          actual: breach.actual,
          frames: breach.frames,
          frameCount: evidence.client.frames.length,
          ...(breach.position === undefined ? {} : { position: breach.position }),
          ...(breach.cause === undefined ? {} : { cause: breach.cause }),
          ...(breach.source === undefined ? {} : { source: breach.source }),
          hash,
        });
      }
    }
  }
  return { verdicts, findings };
}

/** What the probe's request says about the answer that it may get. */
function requestFactsOf(evidence: Evidence): RequestFacts {
  return { n: evidence.request.choices, includeUsage: evidence.request.includeUsage };
}

/** A check, or what it threw. */
export type GuardedCheck = Check | { readonly error: string };

export function guarded(check: () => Check): GuardedCheck {
  try {
    return check();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

export function toVerdict(requirement: Requirement, check: GuardedCheck): Verdict {
  if ('error' in check) {
    return { requirement: requirement.id, verdict: 'error', reason: check.error };
  }
  switch (check.result) {
    case 'pass':
      return { requirement: requirement.id, verdict: 'pass' };
    case 'skip':
      return { requirement: requirement.id, verdict: 'not-applicable', reason: check.reason };
    case 'untestable':
      return { requirement: requirement.id, verdict: 'untestable', reason: check.reason };
    case 'breach':
      return { requirement: requirement.id, verdict: breachVerdict(requirement.severity) };
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
