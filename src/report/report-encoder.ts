import { createHash } from 'node:crypto';
import type { RunOutcome } from '../certify/judge/conclude.ts';
import type { CaseResult } from '../certify/judge/result.ts';
import type { RunHeader } from '../certify/judge/run-header.ts';
import { type ReportLine, reportFormat } from './report-line.ts';

/** Gives the lines of one report, each with its line feed. The footer holds the hash of everything before it. */
export interface ReportEncoder {
  readonly header: (header: RunHeader) => string;
  readonly case: (result: CaseResult) => string;
  readonly footer: (outcome: RunOutcome, endedAt: Date) => string;
}

export function createReportEncoder(): ReportEncoder {
  const hash = createHash('sha256');
  let cases = 0;
  const line = (value: ReportLine): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  return {
    header: (header) => line({ type: 'header', format: reportFormat, ...header }),
    case: (result) => {
      cases += 1;
      return line({ type: 'case', ...result });
    },
    footer: ({ verdict, counts, faults, confirmed, deviations: { accepted, stale, expired } }, endedAt) =>
      line({
        type: 'footer',
        verdict,
        counts,
        faults,
        ...(confirmed === undefined ? {} : { confirmed }),
        deviations: { accepted: accepted.length, stale, expired },
        cases,
        endedAt: endedAt.toISOString(),
        hash: hash.copy().digest('hex'),
      }),
  };
}
