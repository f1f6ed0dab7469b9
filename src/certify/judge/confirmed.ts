import { type Harm, harms } from '../../core/harm.ts';
import { harmOf } from '../../requirements/requirement-of.ts';
import type { CaseResult, Finding } from './result.ts';

/** How a fault behaves when its case is run again: alone, and beside as many others as in the run. */
export type Firmness = 'firm' | 'under-load' | 'intermittent';

/** A fault that was looked for again after the plan. */
export interface ConfirmedFault {
  /** 12 hex digits. */
  readonly fault: string;
  readonly firmness: Firmness;
  /** How many cases ran at once where it showed under load. */
  readonly load?: number;
  /** Milliseconds by which our own process was late in the run: a measured condition that explains an intermittent fault. */
  readonly delayMs?: number;
}

/** What the plainest case of a fault showed when it was run again, and how late we were in all cases that had shown it. */
export interface Repeated {
  readonly first: readonly CaseResult[];
  readonly alone: CaseResult;
  /** Absent where cases run one at a time anyway. */
  readonly together?: CaseResult;
}

/** Damage that no condition excuses, however seldom it is seen. */
const neverExcused: ReadonlySet<Harm> = new Set(['false-success', 'unsafe-call', 'foreign-data']);

export function confirmFault(fault: string, { first, alone, together }: Repeated): ConfirmedFault {
  const shows = (result: CaseResult | undefined): boolean =>
    result?.findings.some((finding) => finding.fault === fault) === true;
  if (shows(alone)) {
    return { fault, firmness: 'firm' };
  }
  if (shows(together)) {
    const { concurrency } = together ?? {};
    return { fault, firmness: 'under-load', ...(concurrency === undefined ? {} : { load: concurrency }) };
  }
  const delays = first.flatMap(({ delayMs }) => delayMs ?? []);
  const explained = delays.length === first.length;
  return { fault, firmness: 'intermittent', ...(explained ? { delayMs: Math.min(...delays) } : {}) };
}

/** The findings without those of intermittent faults that a measured delay of our own explains in every case. */
export function standing(findings: readonly Finding[], confirmed: readonly ConfirmedFault[]): readonly Finding[] {
  const byFault = Map.groupBy(confirmed, ({ fault }) => fault);
  const isExcused = ({ fault, requirement }: Finding): boolean =>
    byFault.get(fault)?.every(({ firmness, delayMs }) => firmness === 'intermittent' && delayMs !== undefined) ===
      true && !neverExcused.has(harmOf(requirement));
  return findings.filter((finding) => !isExcused(finding));
}

/** The worst first. */
export function compareHarm(left: Finding, right: Finding): number {
  return harms.indexOf(harmOf(left.requirement)) - harms.indexOf(harmOf(right.requirement));
}
