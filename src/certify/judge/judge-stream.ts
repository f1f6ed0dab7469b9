import { loadContract } from '../../contract/load.ts';
import type { Reading } from '../../core/reading.ts';
import type { Requirement, StreamRequirement } from '../../core/requirement.ts';
import type { RequestFacts } from '../../core/scenario.ts';
import { requirements as allRequirements } from '../../requirements/registry.generated.ts';
import { applyRequirements, type StreamJudgement } from './apply-requirements.ts';
import { toldOnce } from './told-once.ts';

/**
 * Judges one stream or body alone by the requirements that it can show. What only both sides of a relay can show is left
 * out, and so is what the traits that it was read with excuse.
 *
 * @param facts what is known of the request; nothing is assumed about what is not
 * @param requirements all of them by default
 */
export function judgeStream(
  reading: Reading,
  facts: RequestFacts = {},
  requirements: readonly Requirement[] = allRequirements,
): StreamJudgement {
  const excused = excusedBy(reading);
  const shown = requirements.filter(
    (requirement): requirement is StreamRequirement => requirement.subject === 'stream' && !excused.has(requirement.id),
  );
  const { verdicts, found } = applyRequirements(shown, reading, (requirement) => requirement.check(reading, facts));
  const kindOf = ({ requirement, issue }: (typeof found)[number]): string => `${requirement} ${issue}`;
  return { verdicts, findings: toldOnce(found, kindOf).map(({ occurrence: _occurrence, ...finding }) => finding) };
}

/** Ids of the requirements that the traits of a reading excuse. */
export function excusedBy({ dialect, traits: names = [] }: Reading): ReadonlySet<string> {
  const { traits } = loadContract(dialect).contract;
  return new Set(names.flatMap((name) => (Object.hasOwn(traits, name) ? (traits[name]?.excuses ?? []) : [])));
}
