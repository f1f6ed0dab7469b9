import type { Finding } from '../../certify/judge/result.ts';
import { describeSource } from '../../core/source.ts';
import { requirementOf } from '../../requirements/requirement-of.ts';
import { replayCommand } from '../replay-command.ts';
import type { Shortfall } from '../shortfalls.ts';
import { expectedAndActual, labelled } from './labelled.ts';
import { severityLabel } from './severity-label.ts';
import type { Style } from './style.ts';
import { counted, formatCount, formatFrames, formatRoute } from './words.ts';

export interface BlockOptions {
  readonly style: Style;
  /** Command that starts the run again. */
  readonly again: string;
}

const lineWidth = 84;

/** The requirement that does not hold, why it matters, every finding and how to see it again. */
export function renderShortfall(shortfall: Shortfall, options: BlockOptions): readonly string[] {
  const { style } = options;
  const { requirement: id, severity, findings, cases, judged } = shortfall;
  const requirement = requirementOf(id);
  const share = `${formatCount(cases)} of ${counted(judged, 'case')}`;
  const gap = ' '.repeat(Math.max(2, lineWidth - 8 - id.length - share.length));
  const byCase = [...Map.groupBy(findings, (finding) => finding.case).values()];
  return [
    `${severityLabel(severity, style)}  ${style('strong', id)}${gap}${share}`,
    ...(requirement === undefined
      ? []
      : [
          `        ${requirement.title}`,
          labelled('why', requirement.why, style),
          labelled('source', describeSource(requirement.source), style),
        ]),
    routesLine(shortfall, style),
    ...byCase.flatMap((some) => renderCase(some, options)),
  ];
}

/** The findings of one case. */
function renderCase(findings: readonly Finding[], { style, again }: BlockOptions): readonly string[] {
  return [
    ...findings.slice(0, 1).map(({ casePath }) => labelled('case', casePath, style)),
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
