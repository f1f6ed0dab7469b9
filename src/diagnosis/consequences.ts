import type { CaseResult, Finding } from '../certify/judge/result.ts';
import { requirementOf } from '../requirements/requirement-of.ts';

/**
 * For each finding that another finding of its case explains: the fault id of the finding that explains it. The first
 * requirement of the list that fell short wins.
 */
export function explainedBy(results: readonly CaseResult[]): ReadonlyMap<Finding, string> {
  const explained = new Map<Finding, string>();
  for (const { findings } of results) {
    for (const finding of findings) {
      const causes = requirementOf(finding.requirement)?.consequenceOf ?? [];
      const cause = causes
        .map((id) => findings.find(({ requirement, severity }) => requirement === id && severity === 'must'))
        .find((found) => found !== undefined);
      if (cause !== undefined) {
        explained.set(finding, cause.fault);
      }
    }
  }
  return explained;
}
