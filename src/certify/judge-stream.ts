import { loadContract } from '../contract/load.ts';
import { joinChunks } from '../core/exchange.ts';
import { shortHash } from '../core/hash.ts';
import type { Reading } from '../core/reading.ts';
import type { Requirement } from '../core/requirement.ts';
import type { RequestFacts } from '../core/scenario.ts';
import { requirements as allRequirements } from '../requirements/registry.generated.ts';
import { guarded, toVerdict } from './judge.ts';
import type { Finding, Verdict } from './result.ts';

/** One breach of a requirement in a stream or body that stands alone. */
export type StreamFinding = Omit<Finding, 'case' | 'casePath' | 'route'>;

export interface StreamJudgement {
  /** One per requirement that a stream alone can show. */
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly StreamFinding[];
}

/**
 * Holds one stream or body alone against the requirements that it can show. What only both sides of a relay can show is
 * left out, and so is what the traits that it was read with excuse.
 *
 * @param facts what is known of the request; nothing is assumed about what is not
 * @param requirements all of them by default
 */
export function judgeStream(
  reading: Reading,
  facts: RequestFacts = {},
  requirements: readonly Requirement[] = allRequirements,
): StreamJudgement {
  const verdicts: Verdict[] = [];
  const findings: StreamFinding[] = [];
  const hash = shortHash(joinChunks(reading.capture.chunks));
  const excused = excusedBy(reading);
  for (const requirement of requirements) {
    if (requirement.subject !== 'stream' || excused.has(requirement.id)) {
      continue;
    }
    const check = guarded(() => requirement.check(reading, facts));
    verdicts.push(toVerdict(requirement, check));
    if ('result' in check && check.result === 'breach') {
      const { id, severity } = requirement;
      const frameCount = reading.frames.length;
      findings.push(...check.breaches.map((breach) => ({ requirement: id, severity, ...breach, frameCount, hash })));
    }
  }
  return { verdicts, findings };
}

function excusedBy({ dialect, traits: names = [] }: Reading): ReadonlySet<string> {
  const { traits } = loadContract(dialect).contract;
  return new Set(names.flatMap((name) => (Object.hasOwn(traits, name) ? (traits[name]?.excuses ?? []) : [])));
}
