import type { FamilyFormat, RuleFormat } from './contract-format.ts';

/** The rules that a family stands for, by event name. */
export function expandFamily(family: FamilyFormat): Readonly<Record<string, readonly RuleFormat[]>> {
  const { stem, slot } = family;
  const kinds = family.kinds;
  const guard = (event: string): Pick<RuleFormat, 'must'> => {
    const sealed = { [`${stem}.delta-after-done`]: { [`@sealed:${slot}`]: null } };
    const kind = kinds === undefined ? {} : { [`${stem}.kind`]: { '@kind': kinds } };
    return { must: event === 'delta' ? { ...sealed, ...kind } : kind };
  };
  return {
    [`${stem}.delta`]: [nest(family, { ...guard('delta'), add: { [slot]: '/delta' } })],
    [`${stem}.done`]: [
      nest(family, { ...guard('done'), same: { [slot]: family.done }, set: { [`sealed:${slot}`]: true } }),
    ],
  };
}

/** Puts the innermost work into one rule per scope of the path. */
function nest(family: FamilyFormat, work: RuleFormat): RuleFormat {
  const rule = family.path.reduceRight<RuleFormat | undefined>((inner, step) => {
    const { use, key, put } = step;
    const own: RuleFormat = { use, key, ...(put === undefined ? {} : { put }) };
    return inner === undefined ? { ...own, ...work } : { ...own, then: [inner] };
  }, undefined);
  return { in: family.in, ...(rule ?? work) };
}
