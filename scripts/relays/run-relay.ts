import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { $ } from 'zx';
import type { RunOutcome } from '../../src/certify/judge/conclude.ts';
import { loadRunInCode } from '../../src/certify/options/load-run.ts';
import { prepareRun } from '../../src/certify/plan/prepare-run.ts';
import { HarnessFault } from '../../src/core/fault.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { PresetId } from '../../src/relays/presets.generated.ts';
import { readReport } from '../../src/report/read-report.ts';
import { sampleCases } from './sample.ts';

export interface RelayRun {
  readonly outcome: RunOutcome;
  /** Where its report and its output are. */
  readonly folder: string;
}

export interface RunChoices {
  /** Absolute. */
  readonly installFolder: string;
  readonly full: boolean;
  /** Counted from 1. */
  readonly number: number;
}

/**
 * Certifies a relay as a user does, with a program of its own, over a sample of the plan or all of it.
 *
 * @throws HarnessFault when it ends without a report
 */
export async function runRelay(relay: PresetId, { installFolder, full, number }: RunChoices): Promise<RelayRun> {
  const folder = join(packageRoot, '.relaycert', 'relays', relay, `run-${number}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { selected } = prepareRun(await loadRunInCode(relay, {}, process.env));
  const cases = full ? [] : sampleCases(selected).flatMap(({ id }) => ['--case', id]);
  const said = await $({ cwd: packageRoot, quiet: true, nothrow: true })`${process.execPath} src/cli/main.ts certify ${[
    ...['--relay', relay, '--install-folder', installFolder, '--output', folder],
    ...cases,
  ]}`;
  // 0: certified. 1: refused. 3: unfinished, perhaps with a report.
  if (said.exitCode !== 0 && said.exitCode !== 1 && said.exitCode !== 3) {
    throw noReport(relay, said.stderr);
  }
  const path = join(folder, 'report.jsonl');
  try {
    return { outcome: readReport(path).outcome, folder };
  } catch {
    throw noReport(relay, said.stderr);
  }
}

function noReport(relay: string, stderr: string): HarnessFault {
  const [last = 'it printed nothing'] = stderr.trimEnd().split('\n').slice(-1);
  return new HarnessFault(`the run ended without a report: ${last}`, relay, `npm run certify -- --relay ${relay}`);
}
