import type { RunOutcome } from '../certify/judge/conclude.ts';
import { describeDeviation } from '../certify/judge/deviations.ts';
import type { CaseResult, Finding } from '../certify/judge/result.ts';
import { refusing } from '../certify/judge/verdict.ts';
import { describeSource } from '../core/source.ts';
import { requirementOf } from '../requirements/requirement-of.ts';
import { replayCommand } from './replay-command.ts';
import { renderXml, type XmlElement } from './xml.ts';

/**
 * JUnit XML as CI servers read it: one suite per topic and route, one test case per case. What refuses the relay is a
 * failure, and what broke the harness is an error. Other findings are in `system-out`.
 */
export function renderJunit(outcome: RunOutcome): string {
  const { header, results } = outcome;
  const suites = Map.groupBy(results, ({ topic, route }) => `${topic}/${route}`);
  const accepted = new Set(outcome.deviations.accepted);
  const cases = results.map((result) => renderCase(result, outcome, accepted));
  const byResult = new Map(results.map((result, index) => [result, cases[index]]));
  return renderXml({
    name: 'testsuites',
    attributes: {
      name: ['relaycert', header.relay.name, header.relay.version].join(' ').trim(),
      ...totals(results, cases),
    },
    children: [
      ...[...suites].map(([name, members]): XmlElement => {
        const children = members.flatMap((result) => byResult.get(result) ?? []);
        return {
          name: 'testsuite',
          attributes: { name, timestamp: header.startedAt, ...totals(members, children) },
          children,
        };
      }),
      ...runLevelSuite(outcome),
    ],
  });
}

function renderCase(result: CaseResult, { header }: RunOutcome, accepted: ReadonlySet<Finding>): XmlElement {
  const failures = refusing(result.findings, header).filter((finding) => !accepted.has(finding));
  const others = result.findings.filter((finding) => !failures.includes(finding));
  const untestable = result.verdicts.find(({ verdict }) => verdict === 'untestable');
  const fault = result.fault ?? (untestable && `${untestable.requirement}: untestable: ${untestable.reason ?? ''}`);
  const describe = (finding: Finding): string => {
    const source = finding.source ?? requirementOf(finding.requirement)?.source;
    return [
      finding.requirement,
      `expected ${finding.expected}`,
      `actual ${finding.actual}`,
      `fault ${finding.fault}, ${finding.blame}`,
      ...(source === undefined ? [] : [`source ${describeSource(source)}`]),
      `again ${replayCommand(header.again, finding.case)}`,
    ].join('\n');
  };
  return {
    name: 'testcase',
    attributes: { classname: `${result.topic}/${result.route}`, name: result.casePath, time: seconds([result]) },
    children: [
      ...failures.map((finding) => ({
        name: 'failure',
        attributes: { type: finding.requirement, message: `expected ${finding.expected}, actual ${finding.actual}` },
        children: [describe(finding)],
      })),
      ...(result.notRun === undefined
        ? []
        : [{ name: 'error', attributes: { type: 'not-run', message: result.notRun } }]),
      ...(fault === undefined ? [] : [{ name: 'error', attributes: { type: 'harness', message: fault } }]),
      ...(others.length === 0
        ? []
        : [
            {
              name: 'system-out',
              children: [
                others
                  .map(
                    (finding) => `${accepted.has(finding) ? 'accepted ' : ''}${finding.severity} ${describe(finding)}`,
                  )
                  .join('\n\n'),
              ],
            },
          ]),
    ],
  };
}

/** A problem of the run as a whole fails the build, too. */
function runLevelSuite({ deviations, faults }: RunOutcome): readonly XmlElement[] {
  const failures = [
    ...deviations.stale.map((deviation) => ['stale deviation', describeDeviation(deviation)] as const),
    ...deviations.expired.map((deviation) => ['expired deviation', describeDeviation(deviation)] as const),
  ];
  const children = [
    ...failures.map(([type, name]): XmlElement => {
      const failure = { name: 'failure', attributes: { type, message: `${type}: ${name}` } };
      return { name: 'testcase', attributes: { classname: 'run', name: `${type}: ${name}` }, children: [failure] };
    }),
    ...faults.map((fault, index): XmlElement => {
      const error = { name: 'error', attributes: { type: 'harness', message: fault } };
      return { name: 'testcase', attributes: { classname: 'run', name: `fault ${index + 1}` }, children: [error] };
    }),
  ];
  return children.length === 0
    ? []
    : [{ name: 'testsuite', attributes: { name: 'run', ...totals([], children) }, children }];
}

function totals(
  results: readonly CaseResult[],
  cases: readonly XmlElement[],
): Readonly<Record<string, string | number>> {
  const having = (name: string): number =>
    cases.filter(({ children = [] }) => children.some((child) => typeof child !== 'string' && child.name === name))
      .length;
  return { tests: cases.length, failures: having('failure'), errors: having('error'), time: seconds(results) };
}

function seconds(results: readonly CaseResult[]): string {
  return (results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000).toFixed(3);
}
