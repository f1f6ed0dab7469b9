import type { RunCounts } from '../certify/judge/certificate.ts';
import type { RunOutcome } from '../certify/judge/conclude.ts';
import type { ConfirmedFault } from '../certify/judge/confirmed.ts';
import type { Deviation } from '../certify/judge/deviations.ts';
import type { CaseResult } from '../certify/judge/result.ts';
import type { RunHeader } from '../certify/judge/run-header.ts';
import type { RunVerdict } from '../certify/judge/verdict.ts';

export const reportFormat = 'relaycert-report/2';

/**
 * `report.jsonl`: one header, one line per case in the order in which they ended, one footer. A file without its footer
 * was cut. Schema: contracts/meta/report.schema.json. Every other format derives from it.
 */
export type ReportLine = HeaderLine | CaseLine | FooterLine;

export type HeaderLine = RunHeader & { readonly type: 'header'; readonly format: typeof reportFormat };

export type CaseLine = CaseResult & { readonly type: 'case' };

export interface FooterLine {
  readonly type: 'footer';
  readonly verdict: RunVerdict;
  readonly counts: RunCounts;
  readonly faults: readonly string[];
  /** Faults that were looked for again after the plan; absent where there are none. */
  readonly confirmed?: readonly ConfirmedFault[];
  readonly deviations: DeviationSummary;
  /** Number of case lines above. */
  readonly cases: number;
  /** RFC 3339. */
  readonly endedAt: string;
  /** SHA-256 over all bytes above this line. */
  readonly hash: string;
}

export interface DeviationSummary {
  /** Number of findings that a deviation accepts. */
  readonly accepted: number;
  readonly stale: readonly Deviation[];
  readonly expired: readonly Deviation[];
}

/** What a report holds, read back. */
export interface Report {
  /** Where it was read from. */
  readonly path: string;
  readonly outcome: RunOutcome;
  readonly endedAt: Date;
}
