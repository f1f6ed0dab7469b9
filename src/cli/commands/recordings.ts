import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument } from 'commander';
import { loadRecordings } from '../../recording/load-recordings.ts';
import { loadScenarios } from '../../recording/load-scenarios.ts';
import { packagedRecordings } from '../../recording/packaged.ts';
import type { NotShown, Recording } from '../../recording/recording.ts';
import { renderTable } from '../../report/text/table.ts';
import { counted } from '../../report/text/words.ts';
import type { CliCommand } from '../command.ts';
import { markRecording } from '../judge-captured.ts';
import type { Shell } from '../shell.ts';

export const command: CliCommand = {
  name: 'recordings',
  define: (command) => {
    command
      .description('hold every recording against the contract of its dialect as it is now')
      .addArgument(new Argument('<action>', 'what to do').choices(['verify']))
      .argument('[folder]', 'folder of recordings (default: ./recordings, else those of this package)')
      .option('--json', 'one object per recording and line');
  },
  run: async (command, shell) => {
    const [, folder] = command.args;
    const { json = false } = command.opts<{ readonly json?: boolean }>();
    const recordings = loadRecordings({ path: folderOf(folder, shell) });
    const scenarios = new Set(loadScenarios().map(({ name }) => name));
    const verified = recordings.map((recording) => verify(recording, scenarios, shell));
    shell.write(json ? verified.map((one) => `${JSON.stringify(one)}\n`).join('') : render(verified));
    return verified.every(({ verdict }) => verdict === 'kept' || verdict === 'marked') ? 0 : 1;
  },
};

/**
 * `kept`: it breaks nothing. `marked`: it breaks what it was marked with when it was recorded. `broken`: it breaks more.
 * `stale`: it breaks less, so the contract has changed and the mark is wrong.
 */
type VerifyVerdict = 'kept' | 'marked' | 'broken' | 'stale';

interface VerifiedRecording {
  readonly recording: string;
  readonly dialect: string;
  readonly mode: string;
  readonly provenance: string;
  /** Whole days since it was recorded; absent where nothing was recorded. */
  readonly ageDays?: number;
  readonly integrity: string;
  readonly verdict: VerifyVerdict;
  readonly breaches: readonly string[];
  /** It belongs to a scenario that exists, so a run can ask for it. */
  readonly used: boolean;
  /** The scenario that was asked for, and what of it the answer does not show. */
  readonly notShown?: NotShown;
  /** The version of the contract that was valid when it was made, where it is another one now. */
  readonly contractVersion?: string;
}

const msPerDay = 86_400_000;

function folderOf(named: string | undefined, shell: Shell): string {
  if (named !== undefined) {
    return resolve(shell.folder, named);
  }
  const here = resolve(shell.folder, 'recordings');
  return existsSync(here) ? here : packagedRecordings;
}

function verify(recording: Recording, scenarios: ReadonlySet<string>, shell: Shell): VerifiedRecording {
  const { name, dialect, mode, provenance, scenario, recordedAt, contractVersion } = recording;
  const { integrity, breaches, notShown } = markRecording(recording);
  const marked = new Set(recording.breaches);
  const more = breaches.some((id) => !marked.has(id));
  const fewer = breaches.length < marked.size;
  return {
    recording: name,
    dialect,
    mode,
    provenance,
    ...(recordedAt === undefined
      ? {}
      : { ageDays: Math.max(0, Math.floor((shell.clock.date().getTime() - Date.parse(recordedAt)) / msPerDay)) }),
    integrity,
    verdict: more ? 'broken' : fewer ? 'stale' : breaches.length > 0 ? 'marked' : 'kept',
    breaches,
    used: scenario !== undefined && scenarios.has(scenario),
    ...(notShown === undefined ? {} : { notShown }),
    ...(contractVersion === undefined ? {} : { contractVersion }),
  };
}

/** Whether a run asks for it as its scenario, as what it is, or not at all. */
function useOf({ used, notShown }: VerifiedRecording): string {
  if (notShown !== undefined) {
    return `not ${notShown.scenario}: lacks ${notShown.missing.join(', ')}`;
  }
  return used ? 'used' : 'unused';
}

function render(verified: readonly VerifiedRecording[]): string {
  const head = ['dialect', 'recording', 'mode', 'provenance', 'age', 'contract', 'integrity', 'use', 'verdict'];
  const rows = verified.map((one) => [
    one.dialect,
    one.recording,
    one.mode,
    one.provenance,
    one.ageDays === undefined ? '-' : counted(one.ageDays, 'day'),
    one.contractVersion ?? '-',
    one.integrity,
    useOf(one),
    one.breaches.length === 0 ? one.verdict : `${one.verdict}: ${one.breaches.join(', ')}`,
  ]);
  const count = (verdict: VerifyVerdict): number => verified.filter((one) => one.verdict === verdict).length;
  const unused = verified.filter((one) => useOf(one) === 'unused').length;
  const other = verified.filter(({ notShown }) => notShown !== undefined).length;
  const total = [
    counted(verified.length, 'recording'),
    ...(['kept', 'marked', 'broken', 'stale'] as const).map((verdict) => `${count(verdict)} ${verdict}`),
    `${unused} unused`,
    ...(other === 0 ? [] : [`${counted(other, 'answer')} without what the scenario is for`]),
  ].join(' · ');
  return `${[
    ...renderTable(
      [head, ...rows],
      head.map(() => 'left' as const),
    ),
    '',
    total,
  ].join('\n')}\n`;
}
