import { Option } from 'commander';
import { certify, prepareRun, type RunListener } from '../../certify/certify.ts';
import { UsageFault } from '../../core/fault.ts';
import { createEvidenceFolder } from '../../report/evidence-folder.ts';
import { createReportEncoder } from '../../report/report-encoder.ts';
import { openReport } from '../../report/report-writer.ts';
import { createProgress, type Progress } from '../../report/text/progress.ts';
import { renderRunLine } from '../../report/text/run-line.ts';
import { renderSummary } from '../../report/text/summary.ts';
import type { CliCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code-of.ts';
import { renderPlan } from '../plan-text.ts';
import { addRunFlags, outputFolder, type RunFlags, toCertifyOptions } from '../run-flags.ts';
import type { Shell } from '../shell.ts';
import { writtenFiles } from '../written-files.ts';

interface CertifyFlags extends RunFlags {
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly evidence?: string;
}

export const command: CliCommand = {
  name: 'certify',
  define: (command) => {
    command.description('certify a relay: run it between a fake upstream and a probe, and judge what both sides saw');
    addRunFlags(command);
    command
      .option('--dry-run', 'show what would be run, and start nothing', false)
      .option('-v, --verbose', 'every finding, and with --dry-run every case', false)
      .option('--evidence <folder>', 'keep what both sides sent, for recordings that are made up')
      .addOption(new Option('--json', 'the lines of report.jsonl on stdout, and nothing else').default(false).conflicts(['reporter', 'watch']));
  },
  run: async (command, shell) => {
    const flags = command.opts<CertifyFlags>();
    const options = await toCertifyOptions(flags, shell);
    const prepared = prepareRun(options);
    if (flags.dryRun) {
      shell.write(renderPlan(prepared, { json: flags.json, verbose: flags.verbose }));
      return 0;
    }
    const evidence = flags.evidence === undefined ? undefined : createEvidenceFolder(flags.evidence);
    if (evidence !== undefined && !prepared.selected.some(({ recording }) => evidence.mayKeep(recording))) {
      throw new UsageFault('the selected recordings may be real traffic, which is never kept', '--evidence', 'leave it out');
    }
    const shownFolder = outputFolder(flags, options.source);
    const report = openReport(options.outputFolder);
    // vitest's own output would run through a line that is drawn again and again.
    const ours = options.reporters.length === 0 && !options.watch;
    const progress = flags.json ? silent : createProgress({ clock: shell.clock, write: shell.tell, interactive: shell.interactive && ours });
    const lines = createReportEncoder();
    const stopListening = endOnInterrupt(shell);
    const listener: RunListener = {
      onProgress: progress.step,
      onStart: (header) => {
        stopListening.started();
        if (flags.json) {
          shell.write(lines.header(header));
        } else {
          shell.write(`${renderRunLine(header)}\n\n`);
        }
        report.header(header);
        progress.start(header.cases);
      },
      onCase: (result) => {
        if (flags.json) {
          shell.write(lines.case(result));
        }
        report.case(result);
        progress.case(result);
      },
      ...(evidence === undefined ? {} : { onEvidence: evidence.keep }),
    };
    try {
      const outcome = await certify(options, listener, prepared);
      progress.end();
      const endedAt = shell.clock.date();
      const files = report.finish(outcome, endedAt);
      if (flags.json) {
        shell.write(lines.footer(outcome, endedAt));
      } else {
        const verbose = flags.verbose || prepared.selected.length === 1;
        shell.write(renderSummary(outcome, { colours: shell.colours, verbose, files: writtenFiles(shownFolder, files) }));
      }
      return exitCodeOf(outcome.verdict);
    } finally {
      progress.end();
      report.abandon();
      stopListening.end();
    }
  },
};

const silent: Progress = { step: () => undefined, start: () => undefined, case: () => undefined, end: () => undefined };

/**
 * Before the first case nothing can be concluded, and an interrupt ends the process. Later the first one ends the run in
 * good order, which whoever runs the cases sees to, and the second one the process.
 */
function endOnInterrupt(shell: Shell): { readonly started: () => void; readonly end: () => void } {
  let spared = false;
  const end = shell.onInterrupt(() => {
    if (!spared) {
      shell.tell('relaycert: interrupted: the run was cut (nothing is certified)\n');
      shell.exitNow(3);
    }
    spared = false;
  });
  return {
    started: () => {
      spared = true;
    },
    end,
  };
}
