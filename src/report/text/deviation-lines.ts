import { type Deviation, type DeviationOutcome, describeDeviation } from '../../certify/judge/deviations.ts';
import { labelled } from './labelled.ts';
import type { Style } from './style.ts';
import { counted } from './words.ts';

/** The result of the deviations file. Entries that refuse the relay are listed one by one, as the file has them. */
export function renderDeviations(
  { accepted, stale, expired, byCase }: DeviationOutcome,
  style: Style,
): readonly string[] {
  const entry = (word: string, why: string, deviation: Deviation): readonly string[] => [
    `${style('bad', word.padEnd(8))}${style('strong', describeDeviation(deviation))}`,
    labelled('reason', deviation.reason, style),
    labelled('refused', why.replace('{expires}', deviation.expires), style),
  ];
  return [
    ...stale.flatMap((deviation) =>
      entry('STALE', 'no finding matches it: remove the entry from the deviations file', deviation),
    ),
    ...expired.flatMap((deviation) =>
      entry('EXPIRED', 'it was valid until {expires}: fix the relay, or decide again', deviation),
    ),
    ...byCase.map(
      ({ deviation, faults }) =>
        `the deviation ${describeDeviation(deviation)} is of version 1: name the fault instead (${faults.join(', ')})`,
    ),
    ...(accepted.length === 0 ? [] : [`${counted(accepted.length, 'finding')} accepted by the deviations file`]),
  ];
}
