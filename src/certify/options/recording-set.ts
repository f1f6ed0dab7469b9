import type { Scenario } from '../../core/scenario.ts';
import { readCapture } from '../../outcome/read-capture.ts';
import { decodedScript } from '../../recording/decoded-script.ts';
import { loadRecordings, type RecordingSource } from '../../recording/load-recordings.ts';
import { loadScenarios } from '../../recording/load-scenarios.ts';
import { packagedRecordings } from '../../recording/packaged.ts';
import { recordedCapture } from '../../recording/recorded-capture.ts';
import type { Recording } from '../../recording/recording.ts';

/** What a run replays, and the prompts that belong to it. */
export interface RecordingSet {
  readonly recordings: readonly Recording[];
  readonly scenarios: readonly Scenario[];
}

/**
 * The recordings of the given files and folders; those of this package where none are given.
 *
 * @throws UsageFault as `loadRecordings` does
 */
export function loadRecordingSet(sources: readonly RecordingSource[]): RecordingSet {
  const named = sources.length === 0 ? [{ path: packagedRecordings }] : sources;
  return {
    recordings: named.flatMap(loadRecordings).map(decoded).map(withDerivedFacts),
    scenarios: loadScenarios(),
  };
}

/** Mutations change what is said, which an encoding hides. */
function decoded(recording: Recording): Recording {
  return { ...recording, script: decodedScript(recording.script) };
}

/** A raw body comes without its request: what was asked is derived from what was answered. */
function withDerivedFacts(recording: Recording): Recording {
  if (recording.provenance !== 'file') {
    return recording;
  }
  const { traits = [] } = recording;
  const { outcome } = readCapture(recording.dialect, recording.mode, recordedCapture(recording), { traits });
  const tools = new Set(outcome.choices.flatMap((choice) => choice.tools.map(({ name }) => name)));
  tools.delete('');
  const facts = { n: Math.max(1, outcome.choices.length), tools: [...tools] };
  return { ...recording, facts: { ...facts, ...recording.facts } };
}
