import type { Evidence } from '../../core/evidence.ts';
import type { Requirement } from '../../core/requirement.ts';
import { routeName } from '../../core/route.ts';
import { isMadeUp } from '../../recording/recording.ts';
import { decisiveAttempt } from '../../requirements/end-of.ts';
import { judge } from '../judge/judge.ts';
import type { CaseResult } from '../judge/result.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';

/** A delay of our own process that is shorter is not worth a word. */
const tellingDelayMs = 100;

/** The result of a case that was run, or of one that could not be. */
export function judgeCase(
  planned: PlannedCase,
  run: CaseRun,
  requirements: readonly Requirement[],
  durationMs: number,
): CaseResult {
  const { evidence, notRun, concurrency, delayMs } = run;
  return {
    ...describeCase(planned),
    ...judged(planned, run, requirements),
    attempts: evidence?.attempts.length ?? 0,
    durationMs: Math.round(durationMs),
    concurrency,
    ...(delayMs < tellingDelayMs ? {} : { delayMs: Math.round(delayMs) }),
    ...(notRun === undefined ? {} : { notRun }),
  };
}

/** The result of a case on which we broke ourselves. */
export function faultyCase(planned: PlannedCase, fault: string, durationMs: number): CaseResult {
  return {
    ...describeCase(planned),
    verdicts: [],
    findings: [],
    attempts: 0,
    durationMs: Math.round(durationMs),
    fault,
  };
}

function judged(
  planned: PlannedCase,
  { evidence, notRun }: CaseRun,
  requirements: readonly Requirement[],
): Pick<CaseResult, 'verdicts' | 'findings' | 'unapplied' | 'fault'> {
  const ended = evidence?.process?.ended;
  const madeUp = { madeUp: isMadeUp(planned.recording) };
  if (evidence === undefined || (notRun !== undefined && ended === undefined)) {
    return { verdicts: [], findings: [] };
  }
  const lost = notRun !== undefined || (evidence.process?.cause === 'by-case' && evidence.process.after === undefined);
  if (lost) {
    // What else is wrong with the answer follows from the end of the process.
    const { mutation: _mutation, ...plain } = evidence;
    const ofProcess = requirements.filter(({ subject }) => subject === 'process');
    const others = requirements.filter(({ subject }) => subject !== 'process');
    const { verdicts, findings } = judge(plain, planned.path, ofProcess, madeUp);
    const skipped = others.map(({ id }) => ({
      requirement: id,
      verdict: 'not-applicable' as const,
      reason: 'the relay ended while this case ran',
    }));
    return { verdicts: notRun === undefined ? [...verdicts, ...skipped] : verdicts, findings };
  }
  const { verdicts, findings } = judge(asAnswered(evidence), planned.path, requirements, madeUp);
  const broken = verdicts.find(({ verdict }) => verdict === 'error');
  const unapplied = evidence.mutation?.unapplied;
  return {
    verdicts,
    // The place is the route that was asked for, whatever the relay made of it.
    findings: findings.map((finding) => ({ ...finding, route: routeName(planned.route) })),
    ...(unapplied === undefined ? {} : { unapplied }),
    ...(broken === undefined ? {} : { fault: `${broken.requirement}: ${broken.reason ?? 'threw'}` }),
  };
}

/** A relay that fell back to another dialect is judged by what that dialect can say, not by the one of its route. */
function asAnswered(evidence: Evidence): Evidence {
  const answering = decisiveAttempt(evidence);
  return answering?.fallback === true
    ? { ...evidence, route: { ...evidence.route, upstream: answering.dialect } }
    : evidence;
}

function describeCase(
  planned: PlannedCase,
): Pick<CaseResult, 'case' | 'casePath' | 'topic' | 'route' | 'mode' | 'recording' | 'mutation'> {
  return {
    case: planned.id,
    casePath: planned.path,
    topic: planned.topic,
    route: routeName(planned.route),
    mode: planned.mode,
    recording: planned.recording.name,
    ...(planned.mutation === undefined ? {} : { mutation: planned.mutation.id }),
  };
}
