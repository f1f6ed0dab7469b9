import type { Finding } from '../../certify/judge/result.ts';
import type { Severity } from '../../core/requirement.ts';
import { describeSource } from '../../core/source.ts';
import { replayCommand } from '../replay-command.ts';
import { requirementOf } from '../requirement-of.ts';
import type { Shortfall } from '../shortfalls.ts';
import { expectedAndActual, labelled } from './labelled.ts';
import type { Role, Style } from './style.ts';
import { counted, formatCount, formatFrames, formatRoute, printable } from './words.ts';

export interface BlockOptions {
  readonly style: Style;
  /** Shows every finding, not only one example. */
  readonly verbose: boolean;
  /** Command that starts the run again. */
  readonly again: string;
}

const lineWidth = 84;

/** The requirement that does not hold, why it matters, one example (or all) and how to see it again. */
export function renderShortfall(shortfall: Shortfall, options: BlockOptions): readonly string[] {
  const { style, verbose } = options;
  const { requirement: id, severity, findings, cases, judged, kinds } = shortfall;
  const requirement = requirementOf(id);
  const share = `${formatCount(cases)} of ${counted(judged, 'case')}`;
  const gap = ' '.repeat(Math.max(2, lineWidth - 8 - id.length - share.length));
  const byCase = [...Map.groupBy(findings, (finding) => finding.case).values()];
  return [
    `${style(severityRole(severity), severity.toUpperCase().padEnd(6))}  ${style('strong', id)}${gap}${share}`,
    ...(requirement === undefined
      ? []
      : [
          `        ${requirement.title}`,
          labelled('why', requirement.why, style),
          labelled('source', describeSource(requirement.source), style),
        ]),
    routesLine(shortfall, style),
    ...(verbose
      ? byCase.flatMap((some) => renderCase('case', some, options))
      : kinds.slice(0, 1).flatMap(({ example }) => renderCase('e.g.', [example], options))),
    ...(verbose ? [] : otherKinds(kinds.slice(1), style)),
  ];
}

/** The findings of one case. */
function renderCase(label: string, findings: readonly Finding[], { style, again }: BlockOptions): readonly string[] {
  return [
    ...findings.slice(0, 1).map(({ casePath }) => labelled(label, casePath, style)),
    ...findings.flatMap((finding) => [
      ...expectedAndActual(finding, formatFrames(finding.frames, finding.frameCount), style),
      ...(finding.source === undefined ? [] : [labelled('rule', describeSource(finding.source), style)]),
    ]),
    ...findings.slice(0, 1).map((finding) => labelled('again', replayCommand(again, finding.case), style)),
  ];
}

/** The routes on which it falls short, because that is the first question where routes differ. */
function routesLine({ routes }: Shortfall, style: Style): string {
  const parts = [...routes].map(([route, cases]) =>
    routes.size === 1 ? formatRoute(route) : `${formatRoute(route)} (${formatCount(cases)})`,
  );
  return labelled('on', parts.join(', '), style);
}

const shownKinds = 3;

/** Other ways in which the relay missed the same requirement, so that one example does not hide them. */
function otherKinds(kinds: Shortfall['kinds'], style: Style): readonly string[] {
  const shown = kinds.slice(0, shownKinds).map(({ label, cases }) => `${printable(label)} (${formatCount(cases)})`);
  const left = kinds.length - shown.length;
  const text = [...shown, ...(left > 0 ? [`${formatCount(left)} more with --verbose`] : [])].join('; ');
  return text === '' ? [] : [labelled('also', text, style)];
}

function severityRole(severity: Severity): Role {
  switch (severity) {
    case 'must':
      return 'bad';
    case 'should':
      return 'doubtful';
    case 'may':
    case 'note':
      return 'quiet';
  }
}
