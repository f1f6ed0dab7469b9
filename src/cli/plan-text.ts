import { type Topic, topics } from '../certify/judge/result.ts';
import type { Plan } from '../certify/plan/plan.ts';
import type { PlannedCase } from '../certify/plan/planned-case.ts';
import type { PreparedRun } from '../certify/plan/prepare-run.ts';
import { routeName } from '../core/route.ts';
import { renderTable } from '../report/text/table.ts';
import { counted, formatCount, formatRoute } from '../report/text/words.ts';

/** What a run would do: cases per route and topic, with `verbose` every case too; as JSON, one line per case. */
export function renderPlan(
  prepared: PreparedRun,
  { json, verbose }: { readonly json: boolean; readonly verbose: boolean },
): string {
  const { selected, requirements, plan } = prepared;
  if (json) {
    return selected.map((planned) => `${JSON.stringify(describeCase(planned))}\n`).join('');
  }
  const cases = verbose ? ['', ...selected.map(({ id, path }) => `  ${id}  ${path}`)] : [];
  const total = `${formatCount(selected.length)} of ${counted(plan.cases.length, 'case')} · ${counted(requirements.length, 'requirement')} · nothing was started`;
  const left = [...renderNotAsked(plan), ...renderCombinations(prepared), ...renderOnDemand(prepared)];
  return `${[...renderCounts(selected), ...cases, ...(left.length === 0 ? [] : ['', ...left]), '', total].join('\n')}\n`;
}

/** Kept apart from what cannot be asked for: whoever wants these cases can have them. */
function renderCombinations({ combinationsLeft }: PreparedRun): readonly string[] {
  return combinationsLeft === 0
    ? []
    : [
        `left out: ${counted(combinationsLeft, 'combination')} of errors and finish reasons; each still meets every route, recording and position, and --exhaustive runs them all`,
      ];
}

function renderOnDemand({ onDemand }: PreparedRun): readonly string[] {
  return onDemand.length === 0 ? [] : [`on demand: ${onDemand.join(', ')}; --route runs them`];
}

/** Recordings that are left out of some routes, by reason, so that nobody takes them for forgotten. */
function renderNotAsked({ notAsked }: Plan): readonly string[] {
  const reasons = Map.groupBy(notAsked, ({ reason }) => reason);
  return [...reasons].map(([reason, entries]) => {
    const recordings = [...new Set(entries.map(({ recording }) => recording))];
    return `left out: ${recordings.join(', ')}; ${reason}`;
  });
}

/** A case as `list cases --json` and `certify --dry-run --json` show it. */
export function describeCase({ id, path, topic, route, mode, recording, mutation }: PlannedCase) {
  return {
    case: id,
    casePath: path,
    topic,
    route: routeName(route),
    mode,
    recording: recording.name,
    ...(mutation === undefined ? {} : { mutation: mutation.id, variant: mutation.label, effect: mutation.effect }),
  };
}

function renderCounts(cases: readonly PlannedCase[]): readonly string[] {
  const routes = Map.groupBy(cases, ({ route }) => routeName(route));
  const used = topics.filter((topic) => cases.some((planned) => planned.topic === topic));
  const count = (some: readonly PlannedCase[], topic: Topic): string =>
    formatCount(some.filter((planned) => planned.topic === topic).length);
  const rows = [...routes].map(([name, some]) => [
    formatRoute(name),
    ...used.map((topic) => count(some, topic)),
    formatCount(some.length),
  ]);
  return renderTable([['route', ...used, 'cases'], ...rows], ['left', ...used.map(() => 'right' as const), 'right']);
}
