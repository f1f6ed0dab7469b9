import type { StreamFinding } from '../../certify/judge/apply-requirements.ts';
import { shownWord } from '../../contract/listed-words.ts';
import type { Outcome } from '../../core/outcome.ts';
import { describeSource } from '../../core/source.ts';
import { requirementOf } from '../../requirements/requirement-of.ts';
import type { CheckedFile } from '../outcome-summary.ts';
import { expectedAndActual, labelled } from './labelled.ts';
import type { Role, Style } from './style.ts';
import { counted, formatCount, formatFrames, printable } from './words.ts';

/** The result for one captured stream or body: its integrity first, then each finding with its place. */
export function renderChecked(
  { file, reading, judgement, witnessed, hints, wouldPassWith }: CheckedFile,
  verbose: boolean,
  style: Style,
): readonly string[] {
  const { outcome } = reading;
  const { integrity } = outcome;
  const shown = verbose ? judgement.findings : judgement.findings.filter(({ severity }) => severity !== 'note');
  const hidden = judgement.findings.length - shown.length;
  return [
    `${style('strong', file)}  ${style(integrityRole(outcome), integrity)}${witnessed || integrity !== 'complete' ? '' : ' as far as the file shows'}`,
    `  ${describeOutcome(reading.dialect, reading.mode, outcome, reading.frames.length)}`,
    ...shown.flatMap((finding) => renderFinding(finding, style)),
    ...(hidden > 0 ? [`  ${counted(hidden, 'note')} with --verbose`] : []),
    ...hints.map((hint) => `  hint  ${hint}`),
    ...(wouldPassWith === undefined ? [] : [`  would pass with  --traits ${wouldPassWith.join(',')}`]),
  ];
}

/** One line for several files. `unread`: how many could not be read. */
export function renderCheckedTotal(passing: number, refused: number, unread: number): string {
  return [
    counted(passing + refused + unread, 'answer'),
    `${passing} pass`,
    `${refused} do not`,
    ...(unread === 0 ? [] : [`${unread} not read`]),
  ].join(' · ');
}

function describeOutcome(dialect: string, mode: string, outcome: Outcome, frames: number): string {
  const finishes = outcome.choices.flatMap(({ finish }) =>
    finish === undefined ? [] : [shownWord(finish.raw, finish.kind)],
  );
  const { error, counters } = outcome;
  return [
    dialect,
    mode,
    outcome.phase,
    ...(counters.domain.closeReason === undefined || ['terminal', 'pending'].includes(counters.domain.closeReason)
      ? []
      : [counters.domain.closeReason]),
    ...(finishes.length === 0 ? [] : [`finish ${printable(finishes.join(', '))}`]),
    ...(error === undefined
      ? []
      : [`error ${printable(shownWord(error.type ?? error.code ?? error.class, error.class))}`]),
    ...saidBy(outcome.phase),
    counted(frames, 'frame'),
    counted(counters.wire.bytes, 'byte'),
  ].join(' · ');
}

/** What a provider may say of an answer that is neither whole nor failed. */
function saidBy(phase: Outcome['phase']): readonly string[] {
  switch (phase) {
    case 'cancelled':
      return ['the provider says cancelled'];
    case 'pending':
      return ['the provider says that it is still to come'];
    case 'headers_received':
    case 'streaming':
    case 'completed':
    case 'failed':
    case 'interrupted':
      return [];
  }
}

function renderFinding(finding: StreamFinding, style: Style): readonly string[] {
  const { requirement, severity, frames, frameCount, position } = finding;
  const source = finding.source ?? requirementOf(requirement)?.source;
  const place = [formatFrames(frames, frameCount), ...(position === undefined ? [] : [`byte ${formatCount(position)}`])]
    .filter((text) => text !== '')
    .join(', ');
  return [
    `  ${style(severity === 'must' ? 'bad' : 'doubtful', severity.toUpperCase().padEnd(6))}  ${style('strong', requirement)}`,
    ...expectedAndActual(finding, place, style, 10),
    ...(source === undefined ? [] : [labelled('source', describeSource(source), style, 10)]),
  ];
}

function integrityRole({ integrity, phase }: Outcome): Role {
  if (integrity === 'complete') {
    return 'good';
  }
  return integrity === 'provider_error' && phase === 'failed' ? 'doubtful' : 'bad';
}
