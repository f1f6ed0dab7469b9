import { certify } from '../../src/certify/certify.ts';
import { loadRunInCode } from '../../src/certify/options/load-run.ts';
import { systemClock } from '../../src/core/clock.ts';

/** How fast the whole triangle runs on this machine, with sockets and vitest. */
export interface CertifyBench {
  readonly cases: number;
  readonly casesPerSecond: number;
}

/** Certifies the reference relay once, without writing a report. */
export async function benchCertify(): Promise<CertifyBench> {
  const from = systemClock.now();
  const outcome = await certify(await loadRunInCode('reference', {}, {}), {});
  const seconds = (systemClock.now() - from) / 1000;
  return { cases: outcome.results.length, casesPerSecond: outcome.results.length / seconds };
}
