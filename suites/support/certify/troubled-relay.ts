import { join } from 'node:path';
import { certify } from '../../../src/certify/certify.ts';
import type { RunOutcome } from '../../../src/certify/judge/conclude.ts';
import type { CaseResult } from '../../../src/certify/judge/result.ts';
import { loadRunInCode } from '../../../src/certify/options/load-run.ts';
import type { RunChoices } from '../../../src/certify/options/run-options.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import type { RelayDefinition } from '../../../src/relays/relay-definition.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

/** The troubles of `troubled-relay.mjs`. */
export type Trouble =
  | 'none'
  | 'asks-messages'
  | 'falls-back'
  | 'ends-by-count'
  | 'ends-on-break'
  | 'ends-on-faults'
  | 'ends-later'
  | 'hangs-up'
  | 'limits'
  | 'locks'
  | 'mixes'
  | 'refuses'
  | 'slow';

export interface TroubledRun {
  readonly trouble: Trouble;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly relay?: Partial<RelayDefinition>;
  readonly choices?: RunChoices;
}

/** The relay `troubled-relay.mjs` on the route from Chat to Chat. */
export function troubledRelay({ trouble, environment = {}, relay = {} }: TroubledRun): RelayDefinition {
  const program = join(packageRoot, 'suites', 'e2e', 'programs', 'troubled-relay.mjs');
  return {
    name: 'troubled',
    ...(relay.url === undefined
      ? {
          start: {
            command: [process.execPath, program],
            env: { PORT: '{port}', UPSTREAM: '{upstream}', TROUBLE: trouble, ...environment },
          },
        }
      : {}),
    routes: [{ client: 'openai-chat', upstream: 'openai-chat', model: 'some-model' }],
    ...relay,
  };
}

/** A run over a relay with a trouble, and what was told meanwhile. */
export async function certifyTroubled(
  run: TroubledRun,
): Promise<{ readonly outcome: RunOutcome; readonly told: readonly string[] }> {
  const told: string[] = [];
  const options = await loadRunInCode(troubledRelay(run), { output: temporaryFolder(), ...run.choices }, process.env);
  const outcome = await certify(options, { onProgress: (line) => told.push(line) });
  return { outcome, told };
}

/** `requirement | cause` of every must-finding, each once, and how many cases have it. */
export function mustsOfRun({ results }: RunOutcome): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { findings } of results) {
    for (const { requirement, severity, cause = '' } of findings) {
      if (severity === 'must') {
        const name = `${requirement} | ${cause}`;
        counts[name] = (counts[name] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** Results that were not run. */
export function notRunOf({ results }: RunOutcome): readonly CaseResult[] {
  return results.filter(({ notRun }) => notRun !== undefined);
}
