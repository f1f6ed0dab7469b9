import type { RunOutcome } from '../../certify/judge/conclude.ts';
import { isRequired } from '../../core/grade.ts';
import type { Severity } from '../../core/requirement.ts';
import { diagnose } from '../../diagnosis/diagnose.ts';
import type { Fault } from '../../diagnosis/fault.ts';
import { shortfalls } from '../shortfalls.ts';
import { renderDeviations } from './deviation-lines.ts';
import { renderFault, renderFaultLine } from './fault-block.ts';
import { describeDiagnosis } from './fault-count.ts';
import { renderHarnessFaults } from './harness-fault-lines.ts';
import { renderNarrowed } from './narrowed-line.ts';
import { renderRouteTable } from './route-table.ts';
import { renderShortfall } from './shortfall-block.ts';
import { createStyle, type Style } from './style.ts';
import { renderUntested } from './untested-lines.ts';
import { renderVerdictLine } from './verdict-line.ts';
import { counted } from './words.ts';

export interface SummaryOptions {
  readonly colours: boolean;
  readonly verbose: boolean;
  /** What was written, for the last line. */
  readonly files?: string;
}

/** The end of a run for a terminal, the faults first, the worst of them at the top. Ends with a line feed. */
export function renderSummary(outcome: RunOutcome, options: SummaryOptions): string {
  const style = createStyle(options.colours);
  const { verbose } = options;
  const blocks: readonly (readonly string[])[] = [
    ...renderDiagnosis(outcome, verbose, style),
    renderRouteTable(outcome, style),
    ...(verbose
      ? shortfalls(outcome).map((shortfall) => renderShortfall(shortfall, { style, again: outcome.header.again }))
      : []),
    renderDeviations(outcome.deviations, style),
    renderUntested(outcome, style),
    renderNarrowed(outcome),
    renderHarnessFaults(outcome, style, verbose),
    verbose ? [] : hiddenLine(outcome),
    [renderVerdictLine(outcome, options.files, style)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Whole blocks for the faults that count for the required grade; one line each for the others, unless all is shown. */
function renderDiagnosis(outcome: RunOutcome, verbose: boolean, style: Style): readonly (readonly string[])[] {
  const { grade: required, again } = outcome.header;
  const faults = diagnose(outcome).filter(({ severity }) => isShown(severity));
  const counts = ({ grade }: Fault): boolean => grade !== undefined && isRequired(grade, required);
  const counting = faults.filter(counts);
  const others = faults.filter((fault) => !counts(fault));
  const whole = (some: readonly Fault[]) => some.map((fault) => renderFault(fault, again, style));
  const heading = (some: readonly Fault[], words: string) =>
    some.length === 0 ? [] : [style('strong', `${describeDiagnosis(some)}${words}`)];
  const rest = heading(others, ` · not counted for ${required}`);
  return [
    heading(counting, ''),
    ...whole(counting),
    ...(verbose ? [rest, ...whole(others)] : [[...rest, ...others.map(renderFaultLine)]]),
  ];
}

function isShown(severity: Severity): boolean {
  return severity === 'must' || severity === 'should';
}

function hiddenLine({ deviations }: RunOutcome): readonly string[] {
  const hidden = deviations.refused.filter(({ severity }) => !isShown(severity));
  const requirements = new Set(hidden.map(({ requirement }) => requirement)).size;
  return hidden.length === 0
    ? []
    : [`${counted(hidden.length, 'note')} on ${counted(requirements, 'requirement')} with --verbose`];
}
