import type { RunOutcome } from '../../certify/judge/conclude.ts';
import type { Style } from './style.ts';
import { counted, formatCount, formatRoute } from './words.ts';

/** Requirements of which a run could say hardly anything on a route, because what tests them had no meaning there. */
export function renderUntested({ untested = [] }: RunOutcome, style: Style): readonly string[] {
  return untested.map(
    ({ requirement, route, applied, cases }) =>
      `${style('doubtful', 'UNTESTED')}  ${requirement} on ${formatRoute(route)}: what tests it applied in ${formatCount(applied)} of ${counted(cases, 'case')}`,
  );
}
