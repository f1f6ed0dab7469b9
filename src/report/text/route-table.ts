import type { RunOutcome } from '../../certify/judge/conclude.ts';
import type { CaseResult } from '../../certify/judge/result.ts';
import { refusing } from '../../certify/judge/verdict.ts';
import type { Mode } from '../../core/route.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { formatCount, formatRoute } from './words.ts';

const modes: readonly Mode[] = ['stream', 'body'];

/**
 * One row per route and mode. A case whose only findings are accepted has passed. A case whose mutation changed nothing
 * has neither passed nor failed, and neither has one that could not be run.
 */
export function renderRouteTable({ header, results, deviations }: RunOutcome, style: Style): readonly string[] {
  const refusedCases = new Set(refusing(deviations.refused, header).map((finding) => finding.case));
  const routes = [...Map.groupBy(results, ({ route }) => route)];
  const anyBroken = results.some(isBroken);
  const anyUnapplied = results.some(isUnapplied);
  const anyNotRun = results.some(isNotRun);
  const more = [...(anyUnapplied ? ['n/a'] : []), ...(anyNotRun ? ['not run'] : []), ...(anyBroken ? ['broken'] : [])];
  const head = ['route', 'mode', 'cases', 'pass', 'refused', ...more];
  const groups = routes.flatMap(([route, cases]) =>
    modes.map((mode) => ({ route, mode, members: cases.filter((result) => result.mode === mode) })),
  );
  const rows = groups.flatMap(({ route, mode, members }) => {
    const broken = members.filter(isBroken).length;
    const refused = members.filter((result) => !isBroken(result) && refusedCases.has(result.case)).length;
    const unapplied = members.filter(isUnapplied).length;
    const notRun = members.filter((result) => isNotRun(result) && !refusedCases.has(result.case)).length;
    const numbers = [
      members.length,
      members.length - refused - unapplied - notRun - broken,
      refused,
      ...(anyUnapplied ? [unapplied] : []),
      ...(anyNotRun ? [notRun] : []),
      ...(anyBroken ? [broken] : []),
    ];
    return members.length === 0 ? [] : [[formatRoute(route), mode, ...numbers.map(formatCount)]];
  });
  const [headLine = '', ...lines] = renderTable(
    [head, ...rows],
    ['left', 'left', 'right', 'right', 'right', ...more.map(() => 'right' as const)],
  );
  return rows.length === 0 ? [] : [style('quiet', headLine), ...lines];
}

function isUnapplied(result: CaseResult): boolean {
  return result.unapplied !== undefined;
}

function isNotRun(result: CaseResult): boolean {
  return result.notRun !== undefined;
}

function isBroken(result: CaseResult): boolean {
  return result.fault !== undefined;
}
