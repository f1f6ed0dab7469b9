import { join } from 'node:path';
import type { PlannedCase } from '../certify/plan/planned-case.ts';
import type { Evidence } from '../core/evidence.ts';
import { joinChunks } from '../core/exchange.ts';
import type { Reading } from '../core/reading.ts';
import { writeWhole } from '../core/writable.ts';
import { isMadeUp, type Recording } from '../recording/recording.ts';

/** Keeps what was seen on both sides of a relay, payload included, in a folder that the user named. */
export interface EvidenceFolder {
  /** Keeps only made-up traffic, because captured traffic may be private. */
  readonly mayKeep: (recording: Recording) => boolean;
  /** Writes `<case id>/…`; does nothing for a recording that may not be kept. */
  readonly keep: (planned: PlannedCase, evidence: Evidence) => void;
}

export function createEvidenceFolder(folder: string): EvidenceFolder {
  return {
    mayKeep: isMadeUp,
    keep: (planned, evidence) => {
      if (!isMadeUp(planned.recording)) {
        return;
      }
      const write = (name: string, content: string | Uint8Array): void =>
        writeWhole(join(folder, planned.id, name), content);
      const writeReading = (side: string, reading: Reading): void => {
        const { capture, frames, issues, outcome } = reading;
        write(`${side}.bin`, joinChunks(capture.chunks));
        write(
          `${side}.json`,
          json({ head: capture.head, ending: capture.ending, endedAtMs: capture.endedAtMs, outcome, issues, frames }),
        );
      };
      write('case.json', json({ case: planned.id, casePath: planned.path }));
      write('client.request.json', json(evidence.request));
      writeReading('client', evidence.client);
      for (const { index, dialect, mode, request, abortSeen, reading } of evidence.attempts) {
        write(`upstream-${index}.request.json`, json({ dialect, mode, abortSeen, request }));
        writeReading(`upstream-${index}`, reading);
      }
    },
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
