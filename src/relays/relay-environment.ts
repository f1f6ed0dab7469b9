import { resolve } from 'node:path';
import type { RelayConfig, StartCommand } from './relay-config.ts';
import type { Environment } from './running-relay.ts';
import { type Placeholders, substitute, substituteAll } from './substitute.ts';

const alwaysPassed = ['PATH', 'HOME', 'LANG'] as const;

/**
 * The whole environment of a relay. Only PATH, HOME, LANG and what `passEnv` names come from ours, because a relay that
 * finds a real key would send our made-up traffic to a real provider.
 */
export function relayEnvironment(
  start: Pick<StartCommand, 'env' | 'passEnv'>,
  ours: Environment,
  placeholders: Placeholders,
): Readonly<Record<string, string>> {
  const passed: Record<string, string> = {};
  for (const name of [...alwaysPassed, ...start.passEnv]) {
    const value = ours[name];
    if (value !== undefined) {
      passed[name] = value;
    }
  }
  return { ...passed, ...substituteAll(start.env, placeholders) };
}

/** The absolute working folder of a relay, and of the commands that are run for it. */
export function relayFolder({ folder, start }: RelayConfig, placeholders: Placeholders): string {
  return resolve(folder, substitute(start?.cwd ?? '.', placeholders));
}
