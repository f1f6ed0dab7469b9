import { join } from 'node:path';
import type { Capture } from '../core/exchange.ts';
import { packageRoot } from '../core/package-root.ts';
import type { Scenario } from '../core/scenario.ts';
import { readCapture } from '../outcome/read.ts';
import { decodedScript } from '../recording/decoded-script.ts';
import { loadRecordings, type RecordingSource } from '../recording/load-recordings.ts';
import { loadScenarios } from '../recording/load-scenarios.ts';
import type { Recording } from '../recording/recording.ts';

/** What a run replays, and the prompts that belong to it. */
export interface RecordingSet {
  readonly recordings: readonly Recording[];
  readonly scenarios: readonly Scenario[];
}

const ownRecordings = join(packageRoot, 'recordings');

/**
 * The recordings of the given files and folders; those of this package where none are given.
 *
 * @throws UsageFault as `loadRecordings` does
 */
export function loadRecordingSet(sources: readonly RecordingSource[]): RecordingSet {
  const named = sources.length === 0 ? [{ path: ownRecordings }] : sources;
  return {
    recordings: named.flatMap(loadRecordings).map(decoded).map(withDerivedFacts),
    scenarios: loadScenarios(join(ownRecordings, 'scenarios')),
  };
}

/** What a recorder saw. The recorder's own deadline ended it where it gave up. */
export function recordedCapture(recording: Recording): Capture {
  const { head, writes, ending } = decodedScript(recording.script);
  return {
    head,
    chunks: writes,
    ending: recording.aborted === true ? 'aborted' : ending,
    endedAtMs: writes.at(-1)?.atMs ?? 0,
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
