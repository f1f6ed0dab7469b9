import { certify } from '../../src/certify/certify.ts';
import type { RunOutcome } from '../../src/certify/conclude.ts';
import { runOptions } from '../../src/certify/run-options.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { PresetId } from '../../src/relays/presets.generated.ts';

/** Certifies a preset over the cases whose paths contain one of these texts. Installs it on first use. */
export async function certifyPreset(id: PresetId, cases: readonly string[]): Promise<RunOutcome> {
  return certify(await runOptions(id, { cases, concurrency: 8 }, process.env, packageRoot), {});
}

/** `requirement | actual` of every must-finding of the case with this path. */
export function mustsOf(outcome: RunOutcome, casePath: string): readonly string[] {
  const result = outcome.results.find((candidate) => candidate.casePath === casePath);
  return (result?.findings ?? [])
    .filter(({ severity }) => severity === 'must')
    .map(({ requirement, actual }) => `${requirement} | ${actual}`);
}
