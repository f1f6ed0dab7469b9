import type { StreamJudgement } from '../certify/judge/apply-requirements.ts';
import { judgeStream } from '../certify/judge/judge-stream.ts';
import { passes, wouldPassWith } from '../certify/judge/would-pass-with.ts';
import { HarnessFault } from '../core/fault.ts';
import { readCapture } from '../outcome/read-capture.ts';
import type { JudgeRecording } from '../recorder/finish-recording.ts';
import { loadScenarios } from '../recording/load-scenarios.ts';
import type { Recording } from '../recording/recording.ts';
import { notShown } from '../recording/scenario-shown.ts';
import type { CheckedFile } from '../report/outcome-summary.ts';
import { type CapturedFile, capturedRecording } from './captured-file.ts';
import { checkHints } from './check-hints.ts';

/** Judges what was captured, and finds out with which traits it would pass where it does not. Throws as `judgeCaptured`. */
export function checkCaptured(captured: CapturedFile): CheckedFile {
  const { file, facts, traits, witnessed } = captured;
  const { reading, judgement } = judgeCaptured(captured);
  const passing = passes(reading, judgement);
  const helpful = passing ? undefined : wouldPassWith(reading, facts, traits);
  const hints = checkHints(captured, reading, passing);
  return { file, reading, judgement, witnessed, hints, ...(helpful === undefined ? {} : { wouldPassWith: helpful }) };
}

/** @throws HarnessFault when a requirement itself breaks */
export function judgeCaptured(captured: CapturedFile): Pick<CheckedFile, 'reading' | 'judgement'> {
  const { file, dialect, mode, capture, facts, traits } = captured;
  const reading = readCapture(dialect, mode, capture, { facts, traits });
  const judgement = judgeStream(reading, facts);
  const broken = judgement.verdicts.find(({ verdict }) => verdict === 'error');
  if (broken !== undefined) {
    throw new HarnessFault(
      `${broken.requirement} broke: ${broken.reason ?? 'no reason given'}`,
      file,
      'please report it with the file',
    );
  }
  return { reading, judgement };
}

/** Ids of the must-requirements that are broken, sorted. */
export function breachesOf({ findings }: StreamJudgement): readonly string[] {
  const musts = findings.filter(({ severity }) => severity === 'must');
  return [...new Set(musts.map(({ requirement }) => requirement))].sort();
}

/** The judgement of a recording in a few words, for whoever writes it. Only a whole answer can fail to show its scenario. */
export function markRecording(recording: Recording): ReturnType<JudgeRecording> {
  const { reading, judgement } = judgeCaptured(capturedRecording(recording));
  const { outcome } = reading;
  const asked = recording.scenario ?? recording.notShown?.scenario;
  const scenario = asked === undefined ? undefined : loadScenarios().find(({ name }) => name === asked);
  const missing =
    scenario === undefined || outcome.integrity !== 'complete' ? [] : notShown(scenario, recording.dialect, outcome);
  return {
    integrity: outcome.integrity,
    breaches: breachesOf(judgement),
    ...(asked === undefined || missing.length === 0 ? {} : { notShown: { scenario: asked, missing } }),
  };
}
