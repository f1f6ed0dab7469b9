import type { Capture, WireScript } from '../core/exchange.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { readCapture } from '../outcome/read-capture.ts';
import type { Recording } from '../recording/recording.ts';
import { jsonScript } from './json-script.ts';

/** The parts of a recorded stream from which its fold is made. */
export type FoldableRecording = Pick<Recording, 'name' | 'dialect' | 'script' | 'traits'>;

/** The body for a recorded stream: all of its events folded into one answer of its own dialect. */
export function foldedScript(recording: FoldableRecording): WireScript {
  const { script, dialect, traits = [] } = recording;
  const capture: Capture = { head: script.head, chunks: script.writes, ending: 'clean', endedAtMs: 0 };
  const { outcome } = readCapture(dialect, 'stream', capture, { drift: false, traits });
  const body = dialects[dialect].encodeBody(outcome, {
    id: outcome.id ?? recording.name,
    model: outcome.model ?? recording.name,
    created: foldedCreated,
    includeUsage: true,
  });
  return jsonScript(200, body);
}

/** Seconds since 1970. The time is fixed, so that the same recording always folds to the same bytes. */
const foldedCreated = 1_764_460_800;
