import type { RunOutcome } from '../certify/judge/conclude.ts';
import type { RunListener } from '../certify/run/run-listener.ts';
import { createReportEncoder } from '../report/report-encoder.ts';
import { openReport, writeReport } from '../report/report-writer.ts';
import { createProgress, type Progress } from '../report/text/progress.ts';
import { renderRunLine } from '../report/text/run-line.ts';
import { renderSummary } from '../report/text/summary.ts';
import type { Shell } from './shell.ts';
import { writtenFiles } from './written-files.ts';

export interface RunOutputOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  /** vitest writes to the terminal too, where a line that is redrawn would be in its way. */
  readonly shared: boolean;
  /** Cases may come more than once, so the report is written at the end. */
  readonly repeats: boolean;
  /** Absolute folder of the report, and the same as it is shown. */
  readonly folder: string;
  readonly shownFolder: string;
}

/** All that a run prints and writes. */
export interface RunOutput {
  readonly listener: RunListener;
  readonly conclude: (outcome: RunOutcome) => void;
  /** Closes what is open, however the run ended. */
  readonly end: () => void;
}

/** Removes the report of an earlier run at once. Throws a UsageFault when the folder cannot be written to. */
export function createRunOutput(options: RunOutputOptions, shell: Shell): RunOutput {
  const { json, repeats, folder } = options;
  const report = openReport(folder);
  const lines = createReportEncoder();
  const interactive = shell.interactive && !options.shared;
  const progress = json ? silent : createProgress({ clock: shell.clock, write: shell.tell, interactive });
  let concluded = false;
  return {
    listener: {
      onProgress: progress.step,
      onStart: (header) => {
        shell.write(json ? lines.header(header) : `${renderRunLine(header)}\n\n`);
        progress.start(header);
        if (!repeats) {
          report.header(header);
        }
      },
      onCase: (result) => {
        // An interrupted run does not wait for the cases in flight; their results come too late.
        if (concluded || repeats) {
          return;
        }
        if (json) {
          shell.write(lines.case(result));
        }
        report.case(result);
        progress.case(result);
      },
    },
    conclude: (outcome) => {
      concluded = true;
      progress.end();
      const endedAt = shell.clock.date();
      const written = repeats ? writeReport(folder, outcome, endedAt) : report.finish(outcome, endedAt);
      const files = writtenFiles(options.shownFolder, written);
      shell.write(
        json
          ? lines.footer(outcome, endedAt)
          : renderSummary(outcome, { colours: shell.colours, verbose: options.verbose, files }),
      );
    },
    end: () => {
      concluded = true;
      progress.end();
      report.abandon();
    },
  };
}

const silent: Progress = {
  step: () => undefined,
  start: () => undefined,
  case: () => undefined,
  end: () => undefined,
};
