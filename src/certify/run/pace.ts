import type { Gate } from './gate.ts';

/** Lets fewer cases run at once when the relay is slower with many than it is worth. */
export interface Pace {
  /** A whole answer came, this many milliseconds after its request, while so many cases could run. */
  readonly saw: (durationMs: number, concurrency: number) => void;
  /** Milliseconds of the fastest answer so far. */
  readonly fastestMs: () => number | undefined;
}

/** At least so many answers tell how long one takes; with more at once as many, because the first ones waited least. */
const leastSeen = 8;

/**
 * A relay that answers one request in 150 ms and sixteen at once in 1.2 s works on two at a time. The other fourteen wait,
 * and use up the deadlines. Half of them or more in vain is too many: then as many run as it works on, and one more.
 *
 * @param slowMs answers that take less are fast enough, however many run at once
 */
export function createPace(gate: Gate, slowMs: number, tell: (line: string) => void): Pace {
  let fastest: number | undefined;
  let window: number[] = [];
  return {
    saw: (durationMs, concurrency) => {
      fastest = Math.min(fastest ?? durationMs, durationMs);
      if (concurrency !== gate.width() || concurrency === 1) {
        return;
      }
      window.push(durationMs);
      if (window.length < Math.max(leastSeen, concurrency)) {
        return;
      }
      const median = window.toSorted((one, other) => one - other)[Math.floor(window.length / 2)] ?? 0;
      window = [];
      const worksOn = (concurrency * fastest) / median;
      if (median <= slowMs || worksOn > concurrency / 2) {
        return;
      }
      gate.narrow(Math.ceil(worksOn) + 1);
      if (gate.width() < concurrency) {
        tell(
          `the relay takes ${seconds(median)} with ${concurrency} cases at once, and ${seconds(fastest)} at its fastest: ${gate.width()} at once from now on`,
        );
      }
    },
    fastestMs: () => fastest,
  };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
