import type { ShownFrame } from '../../certify/judge/shown-frames.ts';
import { describeSource } from '../../core/source.ts';
import type { Fault, FaultPlace } from '../../diagnosis/fault.ts';
import { requirementOf } from '../../requirements/requirement-of.ts';
import { replayCommand } from '../replay-command.ts';
import { describeCondition } from './condition-text.ts';
import { labelled } from './labelled.ts';
import { severityLabel } from './severity-label.ts';
import type { Style } from './style.ts';
import { counted, formatCount, formatFrames, formatRoute, printable, someOf } from './words.ts';

const shownPlaces = 3;

/**
 * One fault in six lines: what does not hold and why that matters, whose it is and by what rule, each side with its frames,
 * where it shows with what follows from it, and how to see it again.
 *
 * @param again command that starts the run again
 */
export function renderFault(fault: Fault, again: string, style: Style): readonly string[] {
  const { requirement: id, severity, blame, example, places, consequences } = fault;
  const requirement = requirementOf(id);
  const rule = requirement === undefined ? id : `${requirement.title.replace(/\.$/, '')}: ${requirement.why}.`;
  const source = example.source ?? requirement?.source;
  const ids = places.slice(0, 1).flatMap((place) => place.ids.slice(0, 1));
  return [
    `${severityLabel(severity, style)}  ${style('strong', printable(rule))}`,
    `        ${[id, blame, ...describeFirmness(fault), ...ids, ...(source === undefined ? [] : [describeSource(source)])].join(' · ')}`,
    labelled(
      'expected',
      [printable(example.expected), ...describeFrames('upstream', example.shown?.upstream ?? [], style)].join(' · '),
      style,
    ),
    labelled('actual', describeActual(fault, style), style),
    labelled('on', [describePlaces(places), ...describeConsequences(consequences)].join('; '), style),
    labelled('again', replayCommand(again, example.case), style),
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

/** What the client got in the example, and in others. Frames that cannot be shown are named. */
function describeActual({ example, otherForms }: Fault, style: Style): string {
  const { actual, shown, frames, frameCount } = example;
  const client = shown?.client ?? [];
  return [
    printable(actual),
    ...(client.length === 0 ? [formatFrames(frames, frameCount)] : describeFrames('client', client, style)),
    otherForms.length === 0 ? '' : `elsewhere ${someOf(otherForms.map(printable), '; ')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function describeFrames(side: string, frames: readonly ShownFrame[], style: Style): readonly string[] {
  return frames.map(({ index, of, text }) => style('quiet', `${side} frame ${index + 1} of ${of}: ${printable(text)}`));
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

function describeConsequences(faults: readonly Fault[]): readonly string[] {
  const all = (fault: Fault): readonly string[] => [fault.requirement, ...fault.consequences.flatMap(all)];
  return faults.length === 0 ? [] : [`so also ${[...new Set(faults.flatMap(all))].join(', ')}`];
}
