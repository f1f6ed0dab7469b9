import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Mode } from '../core/route.ts';
import type { Recording } from '../recording/recording.ts';
import { errorBody } from '../transport/respond.ts';
import { foldedScript } from './folded-script.ts';
import type { Answer } from './journal.ts';
import { jsonScript } from './json-script.ts';

/** The parts of a recording that can be served. */
export type ServableRecording = Pick<Recording, 'name' | 'dialect' | 'mode' | 'script' | 'traits'>;

const modelPrefix = 'recording:';

/** The model name that asks for this recording. */
export function recordingModel(name: string): string {
  return modelPrefix + name;
}

/**
 * Answers any request from recordings, for an upstream that is used alone. The model name `recording:<name>` chooses a
 * recording. Any other model gets the first recording of the request's dialect and mode. A client that wants one body
 * gets what a whole stream adds up to, if no body was recorded. If no recording fits, a 404 lists those that there are.
 */
export function createRecordingAnswer(recordings: readonly ServableRecording[]): Answer {
  return ({ dialect, mode, neutral: { model } }) => {
    const own = recordings.filter((recording) => recording.dialect === dialect);
    const exact = own.filter((recording) => recording.mode === mode);
    const fitting = mode === 'body' ? [...exact, ...own.filter(isWholeStream)] : exact;
    // Relays put the provider before the model's name (`provider/recording:x`, `provider,recording:x`).
    const at = model.indexOf(modelPrefix);
    const name = at < 0 ? undefined : model.slice(at + modelPrefix.length);
    const chosen = name === undefined ? fitting[0] : fitting.find((recording) => recording.name === name);
    if (chosen === undefined) {
      return jsonScript(404, notFound(name, dialect, mode, fitting));
    }
    return chosen.mode === mode ? chosen.script : foldedScript(chosen);
  };
}

function isWholeStream({ mode, script }: ServableRecording): boolean {
  return mode === 'stream' && script.ending === 'clean' && script.head.status === 200;
}

function notFound(name: string | undefined, dialect: DialectId, mode: Mode, fitting: readonly ServableRecording[]) {
  const wanted = name === undefined ? 'no recording' : `no recording "${name}"`;
  const names = fitting.map((recording) => recording.name).join(', ');
  const message = `${wanted} for ${dialect} in mode ${mode}; available: ${names === '' ? 'none' : names}`;
  return errorBody('not_found_error', message);
}
