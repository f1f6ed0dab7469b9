import type { RunOutcome } from '../../certify/judge/conclude.ts';
import { counted, formatCount } from './words.ts';

/** How many cases ran with fewer at once than the run began with, because the relay did not keep up; nothing where none did. */
export function renderNarrowed({ header, results }: Pick<RunOutcome, 'header' | 'results'>): readonly string[] {
  const { used } = header.concurrency ?? {};
  const widths = results.flatMap(({ concurrency }) => concurrency ?? []);
  const fewer = used === undefined ? [] : widths.filter((width) => width < used);
  const [usual] = [...Map.groupBy(fewer, (width) => width)].toSorted(([, one], [, other]) => other.length - one.length);
  return usual === undefined || used === undefined
    ? []
    : [
        `${formatCount(fewer.length)} of ${counted(results.length, 'case')} ran with fewer than ${used} at once, most of them with ${usual[0]}: the relay did not keep up`,
      ];
}
