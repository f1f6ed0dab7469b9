import { quoteForShell } from '../../core/quote-for-shell.ts';
import type { RelayChoice } from './relay-under-test.ts';
import { defaultRunOptions, type RunOptions } from './run-options.ts';

/** What is certified where nothing else is named. */
export const defaultPreset = 'reference';

/**
 * The command that starts a run again: relay, recordings and seed, and what decides which cases exist. What narrows a
 * run is left out, because `--case` is added to it; so are deviations, because a replay is meant to show the finding.
 *
 * @param program how this program is started
 */
export function againCommand(relay: RelayChoice, options: RunOptions, program: string): string {
  if ('definition' in relay) {
    // A definition in code has no name on the command line.
    return 'certify again, from the code that defines this relay,';
  }
  const { recordings, require, level, seed, installFolder, exhaustive } = options;
  const [dialect] = recordings.flatMap((source) => source.dialect ?? []);
  const valued: readonly (readonly [string, string | undefined])[] = [
    ...('config' in relay
      ? ([['--config', relay.config]] as const)
      : ([
          ['--relay', relay.preset === defaultPreset ? undefined : relay.preset],
          ['--breakage', relay.breakage],
        ] as const)),
    ...recordings.map(({ path }) => ['--recordings', path] as const),
    ['--dialect', dialect],
    ['--require', require],
    ['--level', level],
    ['--seed', seed === defaultRunOptions.seed ? undefined : seed],
    ['--install-folder', installFolder === defaultRunOptions.installFolder ? undefined : installFolder],
  ];
  return [
    `${program} certify`,
    ...valued.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${quoteForShell(value)}`])),
    ...(exhaustive ? ['--exhaustive'] : []),
  ].join(' ');
}
