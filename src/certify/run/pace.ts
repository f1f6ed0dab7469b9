import type { Gate } from './gate.ts';

/** Lets fewer cases run at once when the relay is slower with many than it is worth. */
export interface Pace {
  /** A whole answer came, this many milliseconds after its request, while so many cases could run. */
  readonly saw: (durationMs: number, concurrency: number) => void;
  /** Milliseconds of an answer while nothing else ran: half of them were faster. Undefined before the first. */
  readonly aloneMs: () => number | undefined;
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
  const alone: number[] = [];
  let window: number[] = [];
  return {
    saw: (durationMs, concurrency) => {
      if (concurrency === 1) {
        alone.push(durationMs);
      }
      if (concurrency === 1 || concurrency !== gate.width() || alone.length === 0) {
        return;
      }
      window.push(durationMs);
      if (window.length < Math.max(leastSeen, concurrency)) {
        return;
      }
      const [one, many] = [median(alone), median(window)];
      window = [];
      const worksOn = (concurrency * one) / many;
      if (many <= slowMs || worksOn > concurrency / 2) {
        return;
      }
      gate.narrow(Math.ceil(worksOn) + 1);
      if (gate.width() < concurrency) {
        tell(
          `the relay takes ${seconds(many)} with ${concurrency} cases at once, and ${seconds(one)} for one alone: ${gate.width()} at once from now on`,
        );
      }
    },
    aloneMs: () => (alone.length === 0 ? undefined : median(alone)),
  };
}

/** The lower one of the two in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
