import type { CaseResult, Finding } from '../certify/judge/result.ts';
import { requirements } from '../requirements/registry.generated.ts';

const causesById = new Map<string, readonly string[]>(
  requirements.map(({ id, consequenceOf = [] }) => [id, consequenceOf]),
);

/**
 * For each finding that another finding of its case explains: the fault id of the finding that explains it. The first
 * requirement of the list that fell short wins.
 */
export function explainedBy(results: readonly CaseResult[]): ReadonlyMap<Finding, string> {
  const explained = new Map<Finding, string>();
  for (const { findings } of results) {
    for (const finding of findings) {
      const causes = causesById.get(finding.requirement) ?? [];
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
