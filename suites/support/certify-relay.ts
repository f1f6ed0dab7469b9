import { join } from 'node:path';
import { certify } from '../../src/certify/certify.ts';
import type { RunOutcome } from '../../src/certify/conclude.ts';
import { systemClock } from '../../src/core/clock.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { loadScenarios } from '../../src/recording/load-scenarios.ts';
import { type PresetId, presets } from '../../src/relays/presets.generated.ts';

/** Certifies a preset over the cases whose paths contain one of these texts. Installs it on first use. */
export async function certifyPreset(id: PresetId, cases: readonly string[]): Promise<RunOutcome> {
  return certify(
    {
      source: { kind: 'preset', preset: presets[id] },
      recordings: loadRecordings({ path: join(packageRoot, 'recordings') }),
      scenarios: loadScenarios(join(packageRoot, 'recordings', 'scenarios')),
      only: [],
      routes: [],
      cases,
      seed: '1',
      exhaustive: false,
      strict: false,
      deviations: [],
      watch: false,
      reporters: [],
      outputFolder: join(packageRoot, '.relaycert', 'e2e'),
      concurrency: 8,
      version: 'test',
      again: '',
      clock: systemClock,
      environment: process.env,
      installFolder: join(packageRoot, '.relays'),
      rerunOn: [],
    },
    {},
  );
}

/** `requirement | actual` of every must-finding of the case with this path. */
export function mustsOf(outcome: RunOutcome, casePath: string): readonly string[] {
  const result = outcome.results.find((candidate) => candidate.casePath === casePath);
  return (result?.findings ?? [])
    .filter(({ severity }) => severity === 'must')
    .map(({ requirement, actual }) => `${requirement} | ${actual}`);
}
