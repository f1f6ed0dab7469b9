import { Option } from 'commander';
import { certify } from '../../certify/certify.ts';
import { reportFolder } from '../../certify/options/run-options.ts';
import { type PreparedRun, prepareRun } from '../../certify/plan/prepare-run.ts';
import type { RunListener } from '../../certify/run/run-listener.ts';
import { UsageFault } from '../../core/fault.ts';
import { createEvidenceFolder } from '../../report/evidence-folder.ts';
import type { CliCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { renderPlan } from '../plan-text.ts';
import { addRunFlags, type RunFlags, toCertifyOptions } from '../run-flags.ts';
import { createRunOutput } from '../run-output.ts';
import type { Shell } from '../shell.ts';

interface CertifyFlags extends RunFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly evidence?: string;
}

export const command: CliCommand = {
  name: 'certify',
  define: (command) => {
    command.description('certify a relay: run it between a fake upstream and a probe, and judge what both sides saw');
    addRunFlags(command);
    const json = new Option('--json', 'the lines of report.jsonl on stdout, and nothing else');
    command
      .option('--dry-run', 'show what would be run, and start nothing')
      .option('-v, --verbose', 'every finding, and with --dry-run every case')
      .option('--evidence <folder>', 'keep what both sides sent, for recordings that are made up')
      .addOption(json.conflicts(['reporter', 'watch']));
  },
  run: async (command, shell) => {
    const { dryRun = false, json = false, verbose = false, evidence, ...flags } = command.opts<CertifyFlags>();
    const options = await toCertifyOptions(flags, shell);
    const prepared = prepareRun(options);
    if (dryRun) {
      shell.write(renderPlan(prepared, { json, verbose }));
      return 0;
    }
    const evidenceListener = evidence === undefined ? {} : keepEvidence(evidence, prepared);
    const output = createRunOutput(
      {
        json,
        verbose: verbose || prepared.selected.length === 1,
        shared: options.reporters.length > 0 || options.watch,
        repeats: options.watch,
        folder: options.outputFolder,
        shownFolder: reportFolder(flags.output, options.relay.profile.name),
      },
      shell,
    );
    const interrupts = endOnInterrupt(shell);
    const { listener } = output;
    const onCase: RunListener['onCase'] = (result) => {
      interrupts.spareFirst();
      listener.onCase?.(result);
    };
    try {
      const outcome = await certify(options, { ...listener, ...evidenceListener, onCase }, prepared);
      output.conclude(outcome);
      return exitCodes[outcome.verdict];
    } finally {
      output.end();
      interrupts.forget();
    }
  },
};

function keepEvidence(path: string, { selected }: PreparedRun): Pick<RunListener, 'onEvidence'> {
  const folder = createEvidenceFolder(path);
  if (!selected.some(({ recording }) => folder.mayKeep(recording))) {
    const message = 'the selected recordings may be real traffic, which is never kept';
    throw new UsageFault(message, '--evidence', 'leave it out, or replay recordings that are synthesised');
  }
  return { onEvidence: folder.keep };
}

/**
 * Before the first case has ended there is nothing to conclude, and an interrupt ends the process. After that, the first
 * interrupt lets vitest end the run in good order, and the second one ends the process.
 */
function endOnInterrupt(shell: Shell): { readonly spareFirst: () => void; readonly forget: () => void } {
  let started = false;
  let interrupted = false;
  const forget = shell.onInterrupt(() => {
    if (!started || interrupted) {
      shell.tell('relaycert: certify: interrupted before its end (nothing is certified)\n');
      shell.exitNow(3);
    }
    interrupted = true;
  });
  return {
    spareFirst: () => {
      started = true;
    },
    forget,
  };
}
