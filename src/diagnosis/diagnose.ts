import type { RunOutcome } from '../certify/judge/conclude.ts';
import type { ConfirmedFault, Firmness } from '../certify/judge/confirmed.ts';
import { faultShape } from '../certify/judge/fault-id.ts';
import { comparePlainness } from '../certify/judge/plainness.ts';
import type { CaseResult, Finding } from '../certify/judge/result.ts';
import { harmOf } from '../requirements/requirement-of.ts';
import { conditionOf } from './condition.ts';
import { explainedBy } from './consequences.ts';
import type { Diagnosis, Fault, FaultPlace } from './fault.ts';
import { compareFaults, comparePlaces } from './order.ts';

const firmnesses: readonly Firmness[] = ['firm', 'under-load', 'intermittent'];

export type DiagnosedRun = Pick<RunOutcome, 'results' | 'deviations' | 'confirmed'>;

/** From results to faults: what no deviation accepts, told once each, with what follows from it below it. */
export function diagnose({ results, deviations, confirmed = [] }: DiagnosedRun): Diagnosis {
  const byCase = new Map(results.map((result) => [result.case, result]));
  const kinds = Map.groupBy(deviations.refused, kindOf);
  const faults = [...kinds.values()].flatMap((findings) =>
    (formsOf(findings)[0] ?? [])
      .toSorted(comparePlainness)
      .slice(0, 1)
      .map((example) => withFirmness(toFault(example, findings, byCase, results), confirmed)),
  );
  return hangConsequences(faults, explainedBy(results)).toSorted(compareFaults);
}

/**
 * The same fault on another route is the same kind. So is the same cause in another form, such as another counter. An
 * issue of a contract is a kind of its own at each place in an event.
 */
function kindOf(finding: Finding): string {
  const [requirement = '', blame = '', cause = '', form = ''] = faultShape(finding);
  const { severity, grade = '', issue } = finding;
  return JSON.stringify([severity, grade, requirement, blame, cause, issue === undefined ? '' : form]);
}

/** Findings of one form together, the most frequent form first. */
function formsOf(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  return [...Map.groupBy(findings, (finding) => faultShape(finding).join(' ')).values()].toSorted(
    (left, right) => right.length - left.length,
  );
}

function toFault(
  example: Finding,
  findings: readonly Finding[],
  byCase: ReadonlyMap<string, CaseResult>,
  results: readonly CaseResult[],
): Fault {
  const { requirement, severity, blame, grade } = example;
  const places = [...Map.groupBy(findings, ({ route }) => route)].map(([route, some]): FaultPlace => {
    const showing = [...new Set(some.flatMap((finding) => byCase.get(finding.case) ?? []))];
    const judged = results.filter((result) => result.route === route && isJudged(result, requirement));
    return {
      ids: formsOf(some).flatMap(([first]) => first?.fault ?? []),
      route,
      condition: conditionOf(showing, judged),
      cases: showing.length,
      judged: judged.length,
      findings: some,
    };
  });
  return {
    requirement,
    severity,
    blame,
    ...(grade === undefined ? {} : { grade }),
    harm: harmOf(requirement),
    places: places.toSorted(comparePlaces),
    example,
    otherForms: formsOf(findings)
      .slice(1)
      .flatMap(([first]) => first?.actual ?? []),
    consequences: [],
  };
}

/** A fault is as firm as the firmest of its forms. */
function withFirmness(fault: Fault, confirmed: readonly ConfirmedFault[]): Fault {
  const ids = new Set(fault.places.flatMap((place) => place.ids));
  const [firmest] = confirmed
    .filter((found) => ids.has(found.fault))
    .toSorted((left, right) => firmnesses.indexOf(left.firmness) - firmnesses.indexOf(right.firmness));
  return firmest === undefined ? fault : { ...fault, confirmed: firmest };
}

function isJudged({ verdicts }: CaseResult, requirement: string): boolean {
  return verdicts.some(
    (found) => found.requirement === requirement && ['pass', 'fail', 'warn'].includes(found.verdict),
  );
}

/** Of the findings of a consequence, at least this share is explained by the same fault. */
const mostly = 0.9;

/** A fault hangs below the one that explains nearly all of its findings. */
function hangConsequences(faults: readonly Fault[], explained: ReadonlyMap<Finding, string>): readonly Fault[] {
  const byId = new Map(
    faults.flatMap((fault) => fault.places.flatMap(({ ids }) => ids.map((id) => [id, fault] as const))),
  );
  const causeOf = (fault: Fault): Fault | undefined => {
    const findings = fault.places.flatMap((place) => place.findings);
    const causes = Map.groupBy(findings, (finding) => byId.get(explained.get(finding) ?? ''));
    return [...causes].find(([, some]) => some.length >= mostly * findings.length)?.[0];
  };
  const parents = new Map(faults.map((fault) => [fault, causeOf(fault)]));
  const withConsequences = (fault: Fault): Fault => ({
    ...fault,
    consequences: faults
      .filter((other) => parents.get(other) === fault)
      .map(withConsequences)
      .toSorted(compareFaults),
  });
  return faults.filter((fault) => parents.get(fault) === undefined).map(withConsequences);
}
