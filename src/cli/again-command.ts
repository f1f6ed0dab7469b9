import { quoteForShell } from './quote-for-shell.ts';
import { defaultRunFlags, type RunFlags } from './run-flags.ts';

/**
 * The command that starts a run again: relay, recordings and seed, and what decides which cases exist. What narrows a
 * run is left out, because `--case` is added to it; so are deviations, because whoever replays a finding wants to see it.
 *
 * @param program how this program is started
 */
export function againCommand(flags: RunFlags, program: string): string {
  const valued: readonly (readonly [string, string | undefined])[] = [
    ['--relay', flags.relay],
    ['--config', flags.config],
    ['--breakage', flags.breakage],
    ...flags.recordings.map((path) => ['--recordings', path] as const),
    ['--dialect', flags.dialect],
    ['--level', flags.level],
    ['--seed', flags.seed === defaultRunFlags.seed ? undefined : flags.seed],
    ['--install-folder', flags.installFolder === defaultRunFlags.installFolder ? undefined : flags.installFolder],
  ];
  return [
    `${program} certify`,
    ...valued.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${quoteForShell(value)}`])),
    ...(flags.exhaustive ? ['--exhaustive'] : []),
  ].join(' ');
}
