import { UsageFault } from '../../core/fault.ts';
import { includesLevel, type Level } from '../../core/level.ts';
import type { Requirement } from '../../core/requirement.ts';
import { type RouteName, routeName } from '../../core/route.ts';
import { requirements as allRequirements } from '../../requirements/registry.generated.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import { makePlan, type Plan, type PlanOptions } from './plan.ts';
import type { PlannedCase } from './planned-case.ts';
import { isNamed, namesRoute, type Selection, selectCases } from './select-cases.ts';
import { thinCases } from './thin-cases.ts';

export interface PreparedRun {
  readonly plan: Plan;
  readonly selected: readonly PlannedCase[];
  readonly requirements: readonly Requirement[];
  /** How many requirements the level has, selected or not. */
  readonly levelRequirements: number;
  /** How many combinations of pairwise mutations the plan does without. */
  readonly combinationsLeft: number;
  /** Routes that the relay offers and that are left out, because only their name brings them into a plan. */
  readonly onDemand: readonly RouteName[];
}

/**
 * Plan, cases and requirements of a run, without starting anything.
 *
 * @throws UsageFault when the selection leaves no case or no requirement
 */
export function prepareRun(options: PlanOptions & Selection & Pick<CertifyOptions, 'relay' | 'only'>): PreparedRun {
  const { routes } = options.relay.profile;
  const planned = routes.filter((route) => route.onDemand !== true || namesRoute(options.routes, routeName(route)));
  const whole = makePlan(planned, options);
  const plan = options.exhaustive ? whole : { ...whole, cases: withNamed(whole.cases, options) };
  const selected = selectCases(plan.cases, options, routes.map(routeName));
  const ofLevel = requirementsOf(options.level);
  return {
    plan,
    selected,
    requirements: selectRequirements(ofLevel, options.only),
    levelRequirements: ofLevel.length,
    combinationsLeft: whole.cases.length - plan.cases.length,
    onDemand: routes.filter((route) => !planned.includes(route)).map(routeName),
  };
}

/** A thinner plan, and whatever a user names beyond it. */
function withNamed(cases: readonly PlannedCase[], { seed, cases: texts }: Selection): readonly PlannedCase[] {
  const kept = new Set(thinCases(cases, seed));
  return cases.filter((planned) => kept.has(planned) || isNamed(planned, texts));
}

function requirementsOf(level: Level): readonly Requirement[] {
  return allRequirements.filter((requirement) => includesLevel(level, requirement.level));
}

function selectRequirements(requirements: readonly Requirement[], only: readonly string[]): readonly Requirement[] {
  const selected = requirements.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
  if (selected.length === 0) {
    throw new UsageFault(`no requirement begins with ${only.join(' or ')}`, '--only', 'relaycert list requirements');
  }
  return selected;
}
