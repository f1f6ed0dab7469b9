import { join } from 'node:path';
import { certify } from '../../src/certify/certify.ts';
import { systemClock } from '../../src/core/clock.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { loadScenarios } from '../../src/recording/load-scenarios.ts';
import { presets } from '../../src/relays/presets.generated.ts';

/** How fast the whole triangle runs on this machine, sockets and vitest included. */
export interface CertifyBench {
  readonly cases: number;
  readonly casesPerSecond: number;
}

/** Certifies the reference relay once, without writing a report. */
export async function benchCertify(): Promise<CertifyBench> {
  const from = systemClock.now();
  const outcome = await certify(
    {
      source: { kind: 'preset', preset: presets.reference },
      recordings: loadRecordings({ path: join(packageRoot, 'recordings') }),
      scenarios: loadScenarios(join(packageRoot, 'recordings', 'scenarios')),
      only: [],
      routes: [],
      cases: [],
      seed: '1',
      exhaustive: false,
      strict: false,
      deviations: [],
      watch: false,
      reporters: [],
      outputFolder: join(packageRoot, '.relaycert', 'bench'),
      concurrency: 16,
      version: 'bench',
      again: '',
      clock: systemClock,
      environment: {},
      installFolder: join(packageRoot, '.relays'),
      rerunOn: [],
    },
    { onProgress: () => undefined, onStart: () => undefined, onCase: () => undefined },
  );
  const seconds = (systemClock.now() - from) / 1000;
  return { cases: outcome.results.length, casesPerSecond: outcome.results.length / seconds };
}
