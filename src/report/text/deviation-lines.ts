import type { Deviation, DeviationOutcome } from '../../certify/judge/deviations.ts';
import { labelled } from './labelled.ts';
import type { Style } from './style.ts';
import { counted } from './words.ts';

/** What the deviations file came to. Entries that refuse are named one by one, as they stand in the file. */
export function renderDeviations({ accepted, stale, expired }: DeviationOutcome, style: Style): readonly string[] {
  const entry = (
    word: string,
    why: string,
    { requirement, case: pattern, reason, expires }: Deviation,
  ): readonly string[] => [
    `${style('bad', word.padEnd(8))}${style('strong', requirement)}  ${pattern}`,
    labelled('reason', reason, style),
    labelled('refused', why.replace('{expires}', expires), style),
  ];
  return [
    ...stale.flatMap((deviation) =>
      entry('STALE', 'nothing like it was found: remove the entry from the deviations file', deviation),
    ),
    ...expired.flatMap((deviation) =>
      entry('EXPIRED', 'it held until {expires}: mend the relay, or decide again', deviation),
    ),
    ...(accepted.length === 0 ? [] : [`${counted(accepted.length, 'finding')} accepted by the deviations file`]),
  ];
}
