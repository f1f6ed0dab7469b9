import { relative } from 'node:path';
import { systemClock } from '../src/core/clock.ts';
import { packageRoot } from '../src/core/package-root.ts';
import type { PresetId } from '../src/relays/presets.generated.ts';
import { keepCoresBusy } from './relays/busy-cores.ts';
import { compareLabels } from './relays/compare-labels.ts';
import { compareRuns } from './relays/compare-runs.ts';
import { type RelaysFlags, readFlags } from './relays/flags.ts';
import { labelsFile, readLabels, unlabelledRow, writeLabels } from './relays/labels.ts';
import { faultsOf, type RelayFault } from './relays/relay-fault.ts';
import { runRelay } from './relays/run-relay.ts';
import { tellLabels, tellRun, tellRuns, tellUnfinished } from './relays/tell.ts';
import { runScript } from './run-script.ts';

/**
 * `npm run relays`: certifies the relays of the presets, and compares each fault with what a person said of it
 * (`suites/relays/<relay>.json`). Exits 1 for a fault that nobody has labelled, one that is labelled wrong, too many
 * pedantic musts, and runs that differ.
 *
 * @returns why a relay fails, one sentence each
 */
async function judgeRelay(relay: PresetId, flags: RelaysFlags): Promise<readonly string[]> {
  const path = labelsFile(relay);
  const rows = readLabels(path);
  const runs: (readonly RelayFault[])[] = [];
  const complaints: string[] = [];
  for (let number = 1; number <= flags.runs; number += 1) {
    const startedAt = systemClock.now();
    const { outcome } = await runRelay(relay, { ...flags, number });
    runs.push(faultsOf(outcome));
    tell([tellRun(relay, outcome, (systemClock.now() - startedAt) / 1_000), ...tellUnfinished(outcome)]);
    complaints.push(...(outcome.verdict === 'unfinished' ? [`run ${number} is unfinished`] : []));
  }
  const faults = [...new Map(runs.flat().map((fault) => [fault.fault, fault])).values()];
  const labels = compareLabels(faults, rows, flags.strict);
  tell(tellLabels(labels));
  complaints.push(...labels.complaints);
  if (runs.length > 1) {
    const agreement = compareRuns(runs);
    tell(tellRuns(agreement, runs.length));
    complaints.push(...agreement.complaints);
  }
  const known = new Set(rows.map(({ fault }) => fault));
  const fresh = faults.filter(({ fault }) => !known.has(fault));
  if (flags.labelNew && fresh.length > 0) {
    writeLabels(path, [...rows, ...fresh.map(unlabelledRow)]);
    tell([`  ${fresh.length} rows without a label added to ${relative(packageRoot, path)}`]);
  }
  return complaints;
}

async function main(flags: RelaysFlags): Promise<void> {
  const stopWork = flags.busy ? keepCoresBusy() : undefined;
  try {
    const failed: string[] = [];
    for (const relay of flags.relays) {
      failed.push(...(await judgeRelay(relay, flags)).map((complaint) => `${relay}: ${complaint}`));
    }
    tell(failed.length === 0 ? ['passed'] : failed.map((line) => `failed: ${line}`));
    process.exitCode = failed.length === 0 ? 0 : 1;
  } finally {
    await stopWork?.();
  }
}

function tell(lines: readonly string[]): void {
  for (const line of lines) {
    console.log(line);
  }
}

await runScript(() => main(readFlags(process.argv.slice(2))));
