import type { Evidence } from '../../core/evidence.ts';
import type { Requirement } from '../../core/requirement.ts';
import { routeName } from '../../core/route.ts';
import { applyRequirements, type CheckOf } from './apply-requirements.ts';
import { type BlamedBreach, blameRelay, blameStreams } from './blame.ts';
import { faultId } from './fault-id.ts';
import type { Finding, Verdict } from './result.ts';
import { shownFrames } from './shown-frames.ts';
import { toldOnce } from './told-once.ts';

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
}

export interface JudgeOptions {
  /** The recording is made up, so findings may show what both sides say. */
  readonly madeUp: boolean;
}

/** Judges the evidence of one case by the requirements. */
export function judge(
  evidence: Evidence,
  casePath: string,
  requirements: readonly Requirement[],
  { madeUp }: JudgeOptions = { madeUp: false },
): Judgement {
  const { caseId, client, mutation } = evidence;
  const route = routeName(evidence.route);
  const blameStream = blameStreams(evidence);
  const check = (requirement: Requirement): CheckOf<BlamedBreach> => {
    // What came out is the unchanged case once more, which is judged on its own.
    if (mutation?.unapplied !== undefined) {
      return { result: 'skip', reason: mutation.unapplied };
    }
    return requirement.subject === 'stream' ? blameStream(requirement) : blameRelay(requirement, evidence);
  };
  const { verdicts, found } = applyRequirements(requirements, client, check, ({ grade }) => grade !== undefined);
  const kindOf = ({ requirement, issue, blame }: (typeof found)[number]): string => `${requirement} ${issue} ${blame}`;
  return {
    verdicts,
    findings: toldOnce(found, kindOf).map(({ occurrence: _occurrence, ...breach }) => ({
      fault: faultId(breach, route),
      case: caseId,
      casePath,
      route,
      ...breach,
      ...(madeUp ? { shown: shownFrames(evidence, breach.frames) } : {}),
    })),
  };
}
