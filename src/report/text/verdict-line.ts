import type { RunOutcome } from '../../certify/judge/conclude.ts';
import { refusing } from '../../certify/judge/verdict.ts';
import type { Style } from './style.ts';
import { counted, formatCount, printable } from './words.ts';

/**
 * The last line of a run.
 *
 * @param files folder and names of what was written: `.relaycert/portkey/{report.jsonl,junit.xml}`
 */
export function renderVerdictLine(outcome: RunOutcome, files: string | undefined, style: Style): string {
  const tail = files === undefined ? [] : [files];
  switch (outcome.verdict) {
    case 'certified':
      return [style('good', 'certified'), ...certifiedParts(outcome), ...tail].join(' · ');
    case 'refused':
      return [style('bad', 'refused'), ...refusedParts(outcome), ...tail].join(' · ');
    case 'unfinished':
      return [style('doubtful', 'unfinished'), whyUnfinished(outcome), ...tail].join(' · ');
  }
}

function certifiedParts({ header, earned = header.grade, certificate }: RunOutcome): readonly string[] {
  const { cases, requirements, plan } = header;
  return certificate === undefined
    ? [
        earned,
        `${formatCount(requirements)} of ${counted(plan.requirements, 'requirement')}`,
        `${formatCount(cases)} of ${counted(plan.cases, 'case')}`,
        'no certificate without the full plan',
      ]
    : [earned, counted(requirements, 'requirement'), counted(cases, 'case')];
}

function refusedParts({ header, earned, deviations, results }: RunOutcome): readonly string[] {
  const findings = refusing(deviations.refused, header);
  const short = new Set(findings.map(({ requirement }) => requirement)).size;
  const cases = new Set(findings.map((finding) => finding.case)).size;
  return [
    ...(short === 0
      ? []
      : [
          earned === undefined ? 'not faithful' : `${earned}, not ${header.grade}`,
          `${formatCount(short)} of ${counted(header.requirements, 'requirement')} fell short`,
          `${formatCount(cases)} of ${counted(results.length, 'case')}`,
        ]),
    ...(deviations.stale.length === 0 ? [] : [counted(deviations.stale.length, 'stale deviation')]),
    ...(deviations.expired.length === 0 ? [] : [counted(deviations.expired.length, 'expired deviation')]),
  ];
}

function whyUnfinished({ header, results, faults }: RunOutcome): string {
  const [fault] = faults;
  if (fault !== undefined) {
    return printable(fault);
  }
  if (header.cases === 0) {
    return 'no case was run';
  }
  if (results.length < header.cases) {
    return `${formatCount(header.cases - results.length)} of ${counted(header.cases, 'case')} did not run`;
  }
  const [first] = results;
  if (first?.unapplied !== undefined && results.every(({ unapplied }) => unapplied !== undefined)) {
    return `no case showed anything: ${printable(first.unapplied)}`;
  }
  const [notRun, ...more] = results.filter((result) => result.notRun !== undefined);
  if (notRun?.notRun !== undefined) {
    return `${counted(more.length + 1, 'case')} could not be run: ${printable(notRun.notRun)}`;
  }
  const broken = results.filter((result) => result.fault !== undefined).length;
  return broken > 0 ? `${counted(broken, 'case')} broke in the harness` : 'a requirement could not be tested';
}
