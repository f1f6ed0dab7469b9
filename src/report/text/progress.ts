import type { CaseResult } from '../../certify/judge/result.ts';
import type { RunHeader } from '../../certify/judge/run-header.ts';
import { type Measure, refusing } from '../../certify/judge/verdict.ts';
import type { Clock } from '../../core/clock.ts';
import { counted, formatCount, formatDuration } from './words.ts';

/** Shows how far a run has come. */
export interface Progress {
  /** A step before the first case: an installation, a start. */
  readonly step: (line: string) => void;
  readonly start: (header: Pick<RunHeader, 'cases' | 'strict' | 'grade'>) => void;
  readonly case: (result: CaseResult) => void;
  /** Removes the line that is redrawn. */
  readonly end: () => void;
}

export interface ProgressOptions {
  readonly clock: Clock;
  readonly write: (text: string) => void;
  /** True for a terminal, where one line is redrawn. Otherwise plain lines are written at long intervals. */
  readonly interactive: boolean;
}

/** Least milliseconds between two drawings of the line on a terminal. */
export const redrawMs = 100;

const plainMs = 5_000;

/** Clears the current line of the terminal, so that the next text replaces it. */
export const clearLine = '\r\u001b[K';

export function createProgress({ clock, write, interactive }: ProgressOptions): Progress {
  const faults = new Set<string>();
  let measure: Measure = { strict: false, grade: 'protective' };
  let total = 0;
  let done = 0;
  let startedAt = clock.now();
  let shownAt = startedAt;
  let drawn = false;

  const clear = (): void => {
    if (drawn) {
      write(clearLine);
      drawn = false;
    }
  };
  const line = (): string => {
    const elapsed = clock.now() - startedAt;
    const left = done === 0 ? '' : ` · ${formatDuration((elapsed / done) * (total - done))} left`;
    return `${formatCount(done)} of ${counted(total, 'case')} · ${counted(faults.size, 'fault')}${left}`;
  };
  return {
    step: (text) => {
      clear();
      write(`${text}\n`);
    },
    start: (header) => {
      total = header.cases;
      measure = header;
      startedAt = clock.now();
      shownAt = startedAt;
    },
    case: (result) => {
      done += 1;
      for (const { fault } of refusing(result.findings, measure)) {
        faults.add(fault);
      }
      const now = clock.now();
      if (now - shownAt >= (interactive ? redrawMs : plainMs)) {
        shownAt = now;
        write(interactive ? `${clearLine}${line()}` : `${line()}\n`);
        drawn = interactive;
      }
    },
    end: clear,
  };
}
