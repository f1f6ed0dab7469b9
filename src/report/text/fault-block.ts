import type { ShownFrame } from '../../certify/judge/shown-frames.ts';
import { describeSource } from '../../core/source.ts';
import type { Condition, Fault, FaultPlace } from '../../diagnosis/fault.ts';
import { requirementOf } from '../../requirements/requirement-of.ts';
import { replayCommand } from '../replay-command.ts';
import { labelled } from './labelled.ts';
import { severityLabel } from './severity-label.ts';
import type { Style } from './style.ts';
import { counted, formatCount, formatFrames, formatRoute, printable } from './words.ts';

const shownPlaces = 3;
const shownNames = 3;

/**
 * One fault: what does not hold and why that matters, whose it is and by what rule, both sides, where it shows, and how to
 * see it again. What follows from it stands below it in one line.
 *
 * @param again command that starts the run again
 */
export function renderFault(fault: Fault, again: string, style: Style): readonly string[] {
  const { requirement: id, severity, blame, example, otherForms, places, consequences } = fault;
  const requirement = requirementOf(id);
  const rule = requirement === undefined ? id : `${requirement.title.replace(/\.$/, '')}: ${requirement.why}.`;
  const source = example.source ?? requirement?.source;
  const ids = places.slice(0, 1).flatMap((place) => place.ids.slice(0, 1));
  const { shown } = example;
  return [
    `${severityLabel(severity, style)}  ${style('strong', printable(rule))}`,
    `        ${[id, blame, ...describeFirmness(fault), ...ids, ...(source === undefined ? [] : [describeSource(source)])].join(' · ')}`,
    labelled('expected', beside(printable(example.expected), 'upstream', shown?.upstream ?? [], style), style),
    labelled(
      'actual',
      shown === undefined || shown.client.length === 0
        ? [printable(example.actual), formatFrames(example.frames, example.frameCount)].filter(Boolean).join('   ')
        : beside(printable(example.actual), 'client', shown.client, style),
      style,
    ),
    ...(otherForms.length === 0 ? [] : [labelled('also', someOf(otherForms.map(printable), '; '), style)]),
    labelled('on', describePlaces(places), style),
    labelled('again', replayCommand(again, example.case), style),
    ...(consequences.length === 0 ? [] : [labelled('so also', describeConsequences(consequences), style)]),
  ];
}

/** One fault in one line: its requirement, whose it is, its id and what was seen. */
export function renderFaultLine({ requirement, blame, example }: Fault): string {
  return `  ${requirement} · ${blame} · ${example.fault} · ${printable(example.actual)}`;
}

function describeFirmness({ confirmed }: Fault): readonly string[] {
  switch (confirmed?.firmness) {
    case undefined:
      return [];
    case 'firm':
      return ['firm'];
    case 'under-load':
      return [confirmed?.load === undefined ? 'firm under load' : `firm under load of ${confirmed.load}`];
    case 'intermittent':
      return ['intermittent: not seen when its case was run again'];
  }
}

/** What was said, and the frames of one side that show it. */
function beside(said: string, side: string, frames: readonly ShownFrame[], style: Style): string {
  const shown = frames.map(({ index, of, text }) =>
    style('quiet', `${side} frame ${index + 1} of ${of}: ${printable(text)}`),
  );
  return [said, ...shown.map((frame) => `${' '.repeat(18)}${frame}`)].join('\n');
}

function describePlaces(places: readonly FaultPlace[]): string {
  const told = places
    .slice(0, shownPlaces)
    .map(
      ({ route, condition, cases, judged }) =>
        `${formatRoute(route)}, ${describeCondition(condition)} (${formatCount(cases)} of ${counted(judged, 'case')})`,
    );
  const left = places.length - told.length;
  return [...told, ...(left > 0 ? [`${counted(left, 'more route')} with --verbose`] : [])].join('; ');
}

function describeCondition(condition: Condition): string {
  switch (condition.when) {
    case 'always':
      return 'every answer';
    case 'answers':
      return `answers such as ${someOf(condition.recordings)}`;
    case 'stimulus':
      return `when the upstream does this: ${someOf(condition.mutations)}`;
  }
}

function someOf(names: readonly string[], between = ', '): string {
  const left = names.length - shownNames;
  return [...names.slice(0, shownNames), ...(left > 0 ? [`${formatCount(left)} more`] : [])].join(between);
}

function describeConsequences(faults: readonly Fault[]): string {
  const all = (fault: Fault): readonly string[] => [fault.requirement, ...fault.consequences.flatMap(all)];
  return [...new Set(faults.flatMap(all))].join(', ');
}
