import type { Requirement } from '../../core/requirement.ts';
import { routeName } from '../../core/route.ts';
import { isMadeUp } from '../../recording/recording.ts';
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
  const lost = notRun !== undefined || (ended !== undefined && evidence.process?.cause === 'by-case');
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
  const { verdicts, findings } = judge(evidence, planned.path, requirements, madeUp);
  const broken = verdicts.find(({ verdict }) => verdict === 'error');
  const unapplied = evidence.mutation?.unapplied;
  return {
    verdicts,
    findings,
    ...(unapplied === undefined ? {} : { unapplied }),
    ...(broken === undefined ? {} : { fault: `${broken.requirement}: ${broken.reason ?? 'threw'}` }),
  };
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
