import type { StartCommand } from './relay-config.ts';
import type { Environment } from './running-relay.ts';
import { type Placeholders, substituteAll } from './substitute.ts';

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
