import type { TapReader } from '../recorder/tap.ts';
import { clearLine, redrawMs } from '../report/text/progress.ts';
import { counted, formatCount } from '../report/text/words.ts';
import type { Shell } from './shell.ts';

/** Shows how a stream comes in: one line, written again and again, on a terminal; nothing elsewhere. */
export interface RecordProgress {
  readonly reader: TapReader;
  readonly end: () => void;
}

export function createRecordProgress(title: string, shell: Shell): RecordProgress {
  const startedAt = shell.clock.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  let chunks = 0;
  let bytes = 0;
  const draw = (): void => {
    const now = shell.clock.now();
    if (shell.interactive && now - shownAt >= redrawMs) {
      shownAt = now;
      const seconds = ((now - startedAt) / 1_000).toFixed(1);
      shell.tell(`${clearLine}${title} · ${counted(chunks, 'chunk')} · ${formatCount(bytes)} bytes · ${seconds} s`);
    }
  };
  draw();
  return {
    reader: {
      head: draw,
      chunk: (piece) => {
        chunks += 1;
        bytes += piece.length;
        draw();
        return true;
      },
    },
    end: () => {
      if (shell.interactive) {
        shell.tell(clearLine);
      }
    },
  };
}
