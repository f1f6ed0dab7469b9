import { messageOf, UsageFault } from '../../core/fault.ts';
import { type RouteName, routeName } from '../../core/route.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import type { PlannedCase } from './planned-case.ts';
import { withinBudget } from './within-budget.ts';

export type Selection = Pick<CertifyOptions, 'routes' | 'cases' | 'testNamePattern' | 'budget' | 'seed' | 'shard'>;

/**
 * The cases that a user picked; all of them when nothing was picked.
 *
 * @param known names of all routes of the relay, for messages
 * @throws UsageFault when no case is left, and for a pattern that is not a regular expression
 */
export function selectCases(
  cases: readonly PlannedCase[],
  { routes, cases: texts, testNamePattern, budget, seed, shard }: Selection,
  known: readonly RouteName[],
): readonly PlannedCase[] {
  const picked = cases.filter(
    (planned) =>
      (routes.length === 0 || namesRoute(routes, routeName(planned.route))) &&
      (texts.length === 0 || isNamed(planned, texts)),
  );
  if (picked.length === 0) {
    throw new UsageFault(
      'no case is selected',
      [...routes, ...texts].join(' '),
      `routes: ${known.join(', ')}; cases: relaycert list cases`,
    );
  }
  const named = testNamePattern === undefined ? picked : matchingNames(picked, testNamePattern);
  const allowed = budget === undefined ? named : withinBudget(named, budget, seed);
  return shard === undefined ? allowed : allowed.filter((_case, index) => index % shard.count === shard.index - 1);
}

/** Whether a case is meant by one of these: its id, the beginning of its id, or a text in its path. */
export function isNamed({ id, path }: PlannedCase, texts: readonly string[]): boolean {
  return texts.some((text) => id.startsWith(text) || path.includes(text));
}

/** Whether a route is meant by one of these: its name (`openai-chat<anthropic-messages`), or the beginning or end of it. */
export function namesRoute(wanted: readonly string[], name: RouteName): boolean {
  return wanted.some((text) => (text.startsWith('<') ? name.endsWith(text) : name.startsWith(text)));
}

/** vitest matches `-t` against names joined with ` > `; the plan does the same, so that what is left out is known. */
function matchingNames(cases: readonly PlannedCase[], pattern: string): readonly PlannedCase[] {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern);
  } catch (error) {
    throw new UsageFault(`-t is not a regular expression: ${messageOf(error)}`, '-t', 'quote it for the shell');
  }
  const matching = cases.filter((planned) => expression.test(`${planned.topic} > ${planned.path}`));
  if (matching.length === 0) {
    throw new UsageFault(`no case matches ${pattern}`, '-t', 'cases: relaycert list cases');
  }
  return matching;
}
