import type { ContractFormat } from '../contract-format.ts';
import { slotsWith } from './named-slots.ts';
import type { Condition, FamilyFormat, RuleFormat } from './rule-format.ts';

/** The rules of each event, those that families stand for included. */
export function rulesByEvent({ families = [], rules }: ContractFormat): ReadonlyMap<string, readonly RuleFormat[]> {
  return new Map([...families.flatMap((family) => Object.entries(expandFamily(family))), ...Object.entries(rules)]);
}

/** The rules that a family stands for, by event name. */
function expandFamily(family: FamilyFormat): Readonly<Record<string, readonly RuleFormat[]>> {
  const { stem, slot, done, kinds } = family;
  const ofKind: Record<string, Condition> = {};
  if (kinds !== undefined) {
    ofKind[`${stem}.kind`] = Object.fromEntries(slotsWith('family-kind').map((name) => [`@${name}`, kinds]));
  }
  const notDone = { [`${stem}.delta-after-done`]: { [`sealed:${slot}`]: null } };
  return {
    [`${stem}.delta`]: [nest(family, { must: { ...notDone, ...ofKind }, add: { [slot]: '/delta' } })],
    [`${stem}.done`]: [nest(family, { must: ofKind, same: { [slot]: done }, seal: [slot] })],
  };
}

/** Puts the innermost work into one rule per scope of the path. */
function nest(family: FamilyFormat, work: RuleFormat): RuleFormat {
  const rule = family.path.reduceRight<RuleFormat | undefined>((inner, step) => {
    const { use, key, repair, put } = step;
    const own: RuleFormat = {
      use,
      key,
      ...(repair === undefined ? {} : { repair }),
      ...(put === undefined ? {} : { put }),
    };
    return inner === undefined ? { ...own, ...work } : { ...own, then: [inner] };
  }, undefined);
  return { in: family.in, ...(rule ?? work) };
}

/** Rules with those inside them, each before its own inner ones. */
export function withInner(rules: readonly RuleFormat[]): readonly RuleFormat[] {
  return rules.flatMap((rule) => [rule, ...withInner(innerRules(rule))]);
}

/** The rules right inside of a rule, in the order in which they run. */
export function innerRules({ repair = [], then = [] }: RuleFormat): readonly RuleFormat[] {
  return [...repair, ...then];
}
