import { certify } from '../../src/certify/certify.ts';
import { runOptions } from '../../src/certify/run-options.ts';
import { systemClock } from '../../src/core/clock.ts';
import { packageRoot } from '../../src/core/package-root.ts';

/** How fast the whole triangle runs on this machine, sockets and vitest included. */
export interface CertifyBench {
  readonly cases: number;
  readonly casesPerSecond: number;
}

/** Certifies the reference relay once, without writing a report. */
export async function benchCertify(): Promise<CertifyBench> {
  const from = systemClock.now();
  const outcome = await certify(await runOptions('reference', {}, {}, packageRoot), {});
  const seconds = (systemClock.now() - from) / 1000;
  return { cases: outcome.results.length, casesPerSecond: outcome.results.length / seconds };
}
