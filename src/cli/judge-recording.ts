import type { StreamJudgement } from '../certify/judge/apply-requirements.ts';
import { judgeStream } from '../certify/judge/judge-stream.ts';
import { HarnessFault } from '../core/fault.ts';
import type { Reading } from '../core/reading.ts';
import { readCapture } from '../outcome/read-capture.ts';
import type { JudgeRecording } from '../recorder/finish-recording.ts';
import { recordedCapture } from '../recording/recorded-capture.ts';
import type { Recording } from '../recording/recording.ts';

/** A recording held against the contract of its dialect. */
export interface JudgedRecording {
  readonly reading: Reading;
  readonly judgement: StreamJudgement;
  /** Ids of the must-requirements that it breaks, sorted. */
  readonly breaches: readonly string[];
}

/** The judgement in two words, for whoever writes recordings. */
export function markRecording(recording: Recording): ReturnType<JudgeRecording> {
  const { reading, breaches } = judgeRecording(recording);
  return { integrity: reading.outcome.integrity, breaches };
}

/** @throws HarnessFault when a requirement itself breaks */
export function judgeRecording(recording: Recording): JudgedRecording {
  const { dialect, name, mode, facts, traits = [] } = recording;
  const reading = readCapture(dialect, mode, recordedCapture(recording), { facts, traits });
  const judgement = judgeStream(reading, facts);
  const broken = judgement.verdicts.find(({ verdict }) => verdict === 'error');
  if (broken !== undefined) {
    throw new HarnessFault(`${broken.requirement} broke`, `${dialect}/${name}`, 'please report it with the file');
  }
  const musts = judgement.findings.filter(({ severity }) => severity === 'must');
  return { reading, judgement, breaches: [...new Set(musts.map(({ requirement }) => requirement))].sort() };
}
