import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOutcome } from '../certify/judge/conclude.ts';
import type { CaseResult } from '../certify/judge/result.ts';
import type { RunHeader } from '../certify/judge/run-header.ts';
import { makeFolder, orUnwritable, removeOld, writeWhole } from '../core/writable.ts';
import { renderJunit } from './junit.ts';
import { createReportEncoder } from './report-encoder.ts';

/** Names of the files that a finished run leaves. */
export const reportFiles = { report: 'report.jsonl', junit: 'junit.xml', certificate: 'certificate.json' } as const;

/** Writes the report of one run while it goes on. */
export interface ReportWriter {
  readonly header: (header: RunHeader) => void;
  readonly case: (result: CaseResult) => void;
  /** Seals the report and derives the other files; returns the names of all that were written. */
  readonly finish: (outcome: RunOutcome, endedAt: Date) => readonly string[];
  /** Closes the file of a run that did not finish. What was written stays as `report.jsonl.partial`. */
  readonly abandon: () => void;
}

/**
 * Starts a report in `folder`. It removes what an earlier run left there at once, so that nobody takes it for this
 * run's. Lines go to `report.jsonl.partial`, which becomes `report.jsonl` when the footer is written.
 *
 * @throws UsageFault when the folder cannot be written to
 */
export function openReport(folder: string): ReportWriter {
  const path = join(folder, reportFiles.report);
  const partial = `${path}.partial`;
  for (const name of Object.values(reportFiles)) {
    removeOld(join(folder, name));
  }
  removeOld(partial);
  orUnwritable(folder, () => makeFolder(folder));
  const encoder = createReportEncoder();
  let file: number | undefined;
  let closed = false;
  const write = (line: string): void => {
    // An interrupted run does not wait for the cases in flight; their results come too late.
    if (closed) {
      return;
    }
    orUnwritable(partial, () => {
      if (file === undefined) {
        file = openSync(partial, 'w');
      }
      writeSync(file, line);
    });
  };
  const close = (): void => {
    closed = true;
    if (file !== undefined) {
      closeSync(file);
      file = undefined;
    }
  };
  return {
    header: (header) => write(encoder.header(header)),
    case: (result) => write(encoder.case(result)),
    finish: (outcome, endedAt) => {
      write(encoder.footer(outcome, endedAt));
      close();
      orUnwritable(path, () => renameSync(partial, path));
      writeWhole(join(folder, reportFiles.junit), renderJunit(outcome));
      if (outcome.certificate === undefined) {
        return [reportFiles.report, reportFiles.junit];
      }
      writeWhole(join(folder, reportFiles.certificate), `${JSON.stringify(outcome.certificate, null, 2)}\n`);
      return [reportFiles.report, reportFiles.junit, reportFiles.certificate];
    },
    abandon: close,
  };
}

/** Writes the whole report of a run that is over. Returns the names of the files. Throws as `openReport` does. */
export function writeReport(folder: string, outcome: RunOutcome, endedAt: Date): readonly string[] {
  const writer = openReport(folder);
  writer.header(outcome.header);
  for (const result of outcome.results) {
    writer.case(result);
  }
  return writer.finish(outcome, endedAt);
}
