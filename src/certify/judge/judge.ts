import type { Evidence } from '../../core/evidence.ts';
import type { Requirement } from '../../core/requirement.ts';
import { routeName } from '../../core/route.ts';
import type { RequestFacts } from '../../core/scenario.ts';
import { applyRequirements } from './apply-requirements.ts';
import type { Finding, Verdict } from './result.ts';

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
}

/** Judges the evidence of one case by the requirements. */
export function judge(evidence: Evidence, casePath: string, requirements: readonly Requirement[]): Judgement {
  const { caseId, client, mutation, request, route } = evidence;
  // What the probe's request says about the answer that it may get.
  const facts: RequestFacts = { n: request.choices, includeUsage: request.includeUsage };
  const { verdicts, findings } = applyRequirements(requirements, client, (requirement) => {
    // What came out is the unchanged case once more, which is judged on its own.
    if (mutation?.unapplied !== undefined) {
      return { result: 'skip', reason: mutation.unapplied };
    }
    return requirement.subject === 'stream' ? requirement.check(client, facts) : requirement.check(evidence);
  });
  const place = { case: caseId, casePath, route: routeName(route) };
  return {
    verdicts,
    findings: findings.map(({ requirement, severity, ...breach }) => ({ requirement, severity, ...place, ...breach })),
  };
}
