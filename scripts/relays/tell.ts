import type { RunOutcome } from '../../src/certify/judge/conclude.ts';
import { describeCondition } from '../../src/report/text/condition-text.ts';
import type { LabelVerdict } from './compare-labels.ts';
import type { DifferingFault, RunsVerdict } from './compare-runs.ts';
import type { LabelRow } from './labels.ts';
import type { RelayFault } from './relay-fault.ts';

/** What a run was: `litellm: 4014 of 38833 cases, 2 to 16 at once, 310 s`. */
export function tellRun(relay: string, { header, results }: RunOutcome, seconds: number): string {
  const used = [...new Set(results.flatMap(({ concurrency }) => concurrency ?? []))].toSorted(
    (one, other) => one - other,
  );
  const [least, most] = [used.at(0), used.at(-1)];
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const atOnce = least === undefined ? '' : `, ${range} at once`;
  return `${relay}: ${results.length} of ${header.plan.cases} cases${atOnce}, ${Math.round(seconds)} s`;
}

/** Why a run is neither a pass nor a refusal; nothing where it is one of them. */
export function tellUnfinished({ verdict, faults, results }: RunOutcome): readonly string[] {
  if (verdict !== 'unfinished') {
    return [];
  }
  const reasons = results.flatMap(({ notRun, fault, verdicts }) => [
    ...(notRun === undefined ? [] : [`not run: ${notRun}`]),
    ...(fault === undefined ? [] : [`harness: ${fault}`]),
    ...verdicts.flatMap(({ verdict: kind, requirement }) =>
      kind === 'untestable' ? [`untestable: ${requirement}`] : [],
    ),
  ]);
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, some]) => `${some.length} × ${reason}`);
  return ['  unfinished', ...[...faults, ...counts].map((line) => `    ${line}`)];
}

/** The labels of a relay, what has none in full, and what was labelled but not found. */
export function tellLabels(verdict: LabelVerdict): readonly string[] {
  const { faults, musts, counts, pedanticMusts, unlabelled, gone } = verdict;
  return [
    `  ${faults} faults (${musts} must): ${counts.true} true, ${counts.pedantic} pedantic, ${counts.wrong} wrong, ${unlabelled.length} without a label; ${(pedanticMusts * 100).toFixed(1)} % of the musts are pedantic`,
    ...unlabelled.flatMap(tellNew),
    ...gone.map(tellGone),
  ];
}

/** How far runs agree, and each fault that not all of them show. */
export function tellRuns({ equal, differing }: RunsVerdict, runs: number): readonly string[] {
  return [`  ${runs} runs: ${(equal * 100).toFixed(1)} % of the ids are in every run`, ...differing.map(tellDiffering)];
}

function tellNew(fault: RelayFault): readonly string[] {
  const { client, upstream, requirement, issue, blame, severity, expected, actual, frames, casePath } = fault;
  return [
    `  NEW ${fault.fault} ${severity} ${requirement}${issue === undefined ? '' : ` (${issue})`} · ${blame} · ${client} ← ${upstream}`,
    `      expected  ${expected}`,
    ...frames.upstream.map((frame) => `                upstream ${frame}`),
    `      actual    ${actual}`,
    ...frames.client.map((frame) => `                client ${frame}`),
    `      on        ${describeCondition(fault.condition)} (${fault.cases} of ${fault.judged} cases), such as ${casePath}`,
  ];
}

function tellGone({ fault, requirement, client, upstream, label, actual }: LabelRow): string {
  return `  GONE ${fault} ${requirement} · ${client} ← ${upstream} · ${label ?? 'no label'} · ${actual}`;
}

function tellDiffering({ fault, runs }: DifferingFault): string {
  const { requirement, client, upstream, firmness, delayMs, shownBy, actual, casePath } = fault;
  const late = delayMs === undefined ? '' : `, explained by ${delayMs} ms of delay of this machine`;
  const state = `${firmness ?? 'not looked for again'}${late}`;
  return `  ONLY IN RUN ${runs.join(', ')}: ${fault.fault} ${requirement} · ${client} ← ${upstream} · ${state} · ${actual} · ${shownBy} cases, such as ${casePath}`;
}
