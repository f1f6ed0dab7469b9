import type { RunOutcome } from '../../certify/judge/conclude.ts';
import type { Severity } from '../../core/requirement.ts';
import { type Shortfall, shortfalls } from '../shortfalls.ts';
import { renderDeviations } from './deviation-lines.ts';
import { renderFaults } from './fault-lines.ts';
import { renderRouteTable } from './route-table.ts';
import { renderShortfall } from './shortfall-block.ts';
import { createStyle } from './style.ts';
import { renderVerdictLine } from './verdict-line.ts';
import { counted } from './words.ts';

export interface SummaryOptions {
  readonly colours: boolean;
  readonly verbose: boolean;
  /** What was written, for the last line. */
  readonly files?: string;
}

/** The end of a run for a terminal, failing requirements first. Ends with a line feed. */
export function renderSummary(outcome: RunOutcome, options: SummaryOptions): string {
  const style = createStyle(options.colours);
  const { verbose } = options;
  const all = shortfalls(outcome);
  const shown = verbose ? all : all.filter(({ severity }) => isShown(severity));
  const blocks: readonly (readonly string[])[] = [
    renderRouteTable(outcome, style),
    ...shown.map((shortfall) => renderShortfall(shortfall, { style, verbose, again: outcome.header.again })),
    renderDeviations(outcome.deviations, style),
    renderFaults(outcome, style, verbose),
    hiddenLine(all.filter((shortfall) => !shown.includes(shortfall))),
    [renderVerdictLine(outcome, options.files, style)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function isShown(severity: Severity): boolean {
  return severity === 'must' || severity === 'should';
}

function hiddenLine(hidden: readonly Shortfall[]): readonly string[] {
  const findings = hidden.reduce((sum, shortfall) => sum + shortfall.findings.length, 0);
  return findings === 0
    ? []
    : [`${counted(findings, 'note')} on ${counted(hidden.length, 'requirement')} with --verbose`];
}
