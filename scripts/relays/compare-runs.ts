import type { RelayFault } from './relay-fault.ts';

/** In what runs of one relay differ. */
export interface RunsVerdict {
  /** Ids that every run has, of those that any has; from 0 to 1. */
  readonly equal: number;
  /** What not every run has, each once. */
  readonly differing: readonly DifferingFault[];
  readonly complaints: readonly string[];
}

export interface DifferingFault {
  readonly fault: RelayFault;
  /** Numbers of the runs that show it, from 1. */
  readonly runs: readonly number[];
}

/** Of the ids, at least this share has to be equal. */
const leastEqual = 0.95;

export function compareRuns(runs: readonly (readonly RelayFault[])[]): RunsVerdict {
  const seen = new Map<string, { readonly fault: RelayFault; readonly runs: readonly number[] }>();
  for (const [index, faults] of runs.entries()) {
    for (const fault of faults) {
      const before = seen.get(fault.fault);
      seen.set(fault.fault, { fault, runs: [...(before?.runs ?? []), index + 1] });
    }
  }
  const differing = [...seen.values()].filter((found) => found.runs.length < runs.length);
  const equal = seen.size === 0 ? 1 : (seen.size - differing.length) / seen.size;
  return {
    equal,
    differing,
    complaints: equal < leastEqual ? [`less than ${leastEqual * 100} % of the ids are the same in every run`] : [],
  };
}
