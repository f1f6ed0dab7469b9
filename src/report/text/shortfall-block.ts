import type { Finding } from '../../certify/result.ts';
import type { Severity } from '../../core/requirement.ts';
import { replayCommand } from '../replay-command.ts';
import { requirementOf } from '../requirement-of.ts';
import type { Shortfall } from '../shortfalls.ts';
import type { Role, Style } from './style.ts';
import { counted, formatCount, formatFrames, formatRoute } from './words.ts';

export interface BlockOptions {
  readonly style: Style;
  /** Every finding, and not one as an example. */
  readonly verbose: boolean;
  /** Command that starts the run again. */
  readonly again: string;
}

const lineWidth = 84;

/** What does not hold, why it matters, one example (or all of them) and how to see it again. */
export function renderShortfall(shortfall: Shortfall, options: BlockOptions): readonly string[] {
  const { style, verbose } = options;
  const { requirement: id, severity, findings, cases, judged } = shortfall;
  const requirement = requirementOf(id);
  const share = `${formatCount(cases)} of ${counted(judged, 'case')}`;
  const gap = ' '.repeat(Math.max(2, lineWidth - 8 - id.length - share.length));
  const shown = verbose ? findings : findings.slice(0, 1);
  const kinds = verbose ? '' : otherKinds(findings);
  return [
    `${style(severityRole(severity), severity.toUpperCase().padEnd(6))}  ${style('strong', id)}${gap}${share}`,
    ...(requirement === undefined
      ? []
      : [
          `        ${requirement.title}`,
          labelled('why', requirement.why, style),
          labelled('source', requirement.source, style),
        ]),
    ...routesLine(shortfall, style),
    ...shown.flatMap((finding) => renderFinding(finding, options)),
    ...(kinds === '' ? [] : [labelled('also', kinds, style)]),
  ];
}

function renderFinding(finding: Finding, { style, verbose, again }: BlockOptions): readonly string[] {
  const frames = formatFrames(finding.frames, finding.frameCount);
  return [
    labelled(verbose ? 'case' : 'e.g.', finding.casePath, style),
    labelled('expected', finding.expected, style),
    labelled('actual', frames === '' ? finding.actual : `${finding.actual}   ${style('quiet', frames)}`, style),
    labelled('again', replayCommand(again, finding.case), style),
  ];
}

/** Where not all routes are alike, which ones are meant is the first question. */
function routesLine({ routes }: Shortfall, style: Style): readonly string[] {
  const parts = [...routes].map(([route, cases]) =>
    routes.size === 1 ? formatRoute(route) : `${formatRoute(route)} (${formatCount(cases)})`,
  );
  return [labelled('on', parts.join(', '), style)];
}

/** Other ways in which the same requirement was missed: one example must not hide them. */
function otherKinds([first, ...others]: Shortfall['findings']): string {
  const kinds = Map.groupBy(
    others.filter(({ actual }) => actual !== first.actual),
    ({ actual }) => actual,
  );
  const ordered = [...kinds].sort(([, left], [, right]) => right.length - left.length);
  const shown = ordered.slice(0, 3).map(([actual, some]) => `${actual} (${formatCount(some.length)})`);
  const left = ordered.length - shown.length;
  return [...shown, ...(left > 0 ? [`${formatCount(left)} more with --verbose`] : [])].join('; ');
}

function labelled(label: string, text: string, style: Style): string {
  return `        ${style('quiet', label.padEnd(9))} ${text}`;
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
