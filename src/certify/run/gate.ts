/** Decides how many cases run at once. */
export interface Gate {
  /** Runs it as soon as there is room, beside others. */
  readonly beside: <Result>(start: () => Promise<Result>) => Promise<Result>;
  /** Runs it when nothing else runs, and lets nothing else start meanwhile. `first`: before all that waits. */
  readonly alone: <Result>(start: () => Promise<Result>, order?: 'first' | 'last') => Promise<Result>;
  /** How many run at once, at most. */
  readonly width: () => number;
  /** Lets fewer run at once from now on; never more than before, and at least one. */
  readonly narrow: (width: number) => void;
}

interface Waiting {
  readonly alone: boolean;
  readonly go: () => void;
}

export function createGate(mostAtOnce: number): Gate {
  let width = Math.max(1, mostAtOnce);
  let running = 0;
  let closed = false;
  const queue: Waiting[] = [];

  const pump = (): void => {
    for (let next = queue[0]; next !== undefined && !closed; next = queue[0]) {
      if (next.alone ? running > 0 : running >= width) {
        return;
      }
      queue.shift();
      closed = next.alone;
      running += 1;
      next.go();
    }
  };
  const enter = <Result>(start: () => Promise<Result>, alone: boolean, order: 'first' | 'last'): Promise<Result> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        running -= 1;
        closed = alone ? false : closed;
        pump();
      };
      const go = (): void => {
        start().then(resolve, reject).finally(leave);
      };
      if (order === 'first') {
        queue.unshift({ alone, go });
      } else {
        queue.push({ alone, go });
      }
      pump();
    });

  return {
    beside: (start) => enter(start, false, 'last'),
    alone: (start, order = 'last') => enter(start, true, order),
    width: () => width,
    narrow: (wanted) => {
      width = Math.max(1, Math.min(width, Math.floor(wanted)));
    },
  };
}
