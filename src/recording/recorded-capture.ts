import type { Capture } from '../core/exchange.ts';
import { decodedScript } from './decoded-script.ts';
import type { Recording } from './recording.ts';

/** What a recorder saw, without its `content-encoding`. It is `aborted` if the recorder's own deadline ended it. */
export function recordedCapture({ script, aborted }: Recording): Capture {
  const { head, writes, ending } = decodedScript(script);
  return { head, chunks: writes, ending: aborted === true ? 'aborted' : ending, endedAtMs: writes.at(-1)?.atMs ?? 0 };
}
