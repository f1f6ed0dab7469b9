import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reportFolder } from '../../certify/options/run-options.ts';
import { HarnessFault, UsageFault } from '../../core/fault.ts';
import { unreadable } from '../../core/input-file.ts';
import { mergeReports } from '../../report/merge.ts';
import { createReportEncoder } from '../../report/report-encoder.ts';
import { reportFiles, writeReport } from '../../report/report-writer.ts';
import { renderRunLine } from '../../report/text/run-line.ts';
import { renderSummary } from '../../report/text/summary.ts';
import type { CliCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { writtenFiles } from '../written-files.ts';

interface MergeFlags {
  readonly output?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const command: CliCommand = {
  name: 'merge',
  define: (command) => {
    command
      .description('join the reports of shards, and judge the whole')
      .argument('<path...>', 'report.jsonl files, or folders that hold them')
      .option('--output <folder>', 'where the joined report goes (default: .relaycert/<relay>)')
      .option('-v, --verbose', 'every finding')
      .option('--json', 'the lines of the joined report.jsonl on stdout, and nothing else');
  },
  run: async (command, shell) => {
    const { output, json = false, verbose = false } = command.opts<MergeFlags>();
    const { outcome, endedAt } = mergeReports(command.args.flatMap(reportsAt));
    const folder = reportFolder(output, outcome.header.relay.name);
    const files = writeReport(resolve(shell.folder, folder), outcome, endedAt);
    if (json) {
      const lines = createReportEncoder();
      const text = [lines.header(outcome.header), ...outcome.results.map(lines.case)].join('');
      shell.write(text + lines.footer(outcome, endedAt));
    } else {
      const summary = renderSummary(outcome, {
        colours: shell.colours,
        verbose,
        files: writtenFiles(folder, files),
      });
      shell.write(`${renderRunLine(outcome.header)}\n\n${summary}`);
    }
    return exitCodes[outcome.verdict];
  },
};

/** A file as it is named; the reports anywhere in a folder. */
function reportsAt(path: string): readonly string[] {
  let names: readonly string[];
  try {
    if (!statSync(path).isDirectory()) {
      return [path];
    }
    names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  } catch (error) {
    throw unreadable(path, error);
  }
  const cut = names.find((name) => name.endsWith(`${reportFiles.report}.partial`));
  if (cut !== undefined) {
    throw new HarnessFault(
      'this report was cut: its run did not come to an end',
      join(path, cut),
      'run that shard again',
    );
  }
  const found = names.filter(
    (name) =>
      name === reportFiles.report ||
      name.endsWith(`/${reportFiles.report}`) ||
      name.endsWith(`\\${reportFiles.report}`),
  );
  if (found.length === 0) {
    throw new UsageFault(
      `there is no ${reportFiles.report} in this folder`,
      path,
      'name the folders that certify wrote to',
    );
  }
  return found.map((name) => join(path, name));
}
