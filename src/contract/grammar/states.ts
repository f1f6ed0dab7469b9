import { withInner } from './families.ts';
import type { RuleFormat } from './rule-format.ts';

type Rules = ReadonlyMap<string, readonly RuleFormat[]>;

/** The states that a response can be in before its end. */
function reachableStates(rules: Rules, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  const all = [...rules.values()].flat();
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const rule of all) {
      follow(rule, reached);
    }
  }
  return reached;
}

/** Adds the states to which a rule leads, if it can run at all. */
function follow(rule: RuleFormat, reached: Set<string>): void {
  if (rule.in !== undefined && ![rule.in].flat().some((state) => reached.has(state))) {
    return;
  }
  if (rule.to !== undefined && rule.end === undefined) {
    reached.add(rule.to);
  }
  for (const inner of rule.then ?? []) {
    follow(inner, reached);
  }
}

/** The states in which no rule admits an event of this name, for a response that begins in `start`. */
export function statesWithout(name: string, rules: Rules, start: string): readonly string[] {
  const admitting = admittedStates(rules.get(name) ?? []);
  return [...reachableStates(rules, start)].filter((state) => !admitting.includes(state));
}

/** The states in which an event with these rules may come, in the order in which the rules name them. */
export function admittedStates(rules: readonly RuleFormat[]): readonly string[] {
  return rules.flatMap((rule) => [rule.in ?? []].flat());
}

/**
 * The state in which an event is read that came in a state where it may not: the first that its rules name and that is not
 * the start, or else the start. What ends an answer must come in its place, and a heartbeat says nothing: for these there
 * is none.
 */
export function stateOutOfPlace(rules: readonly RuleFormat[], start: string): string | undefined {
  const ends = withInner(rules).some(({ end }) => end !== undefined);
  const beats = rules.some(({ heartbeat }) => heartbeat === true);
  const admitted = admittedStates(rules);
  return ends || beats ? undefined : (admitted.find((state) => state !== start) ?? admitted[0]);
}
