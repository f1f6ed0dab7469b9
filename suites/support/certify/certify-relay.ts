import { certify } from '../../../src/certify/certify.ts';
import type { RunOutcome } from '../../../src/certify/judge/conclude.ts';
import { loadRunInCode } from '../../../src/certify/options/load-run.ts';
import type { PresetId } from '../../../src/relays/presets.generated.ts';

/** Certifies a preset over the cases whose paths contain one of these texts. Installs it on first use. */
export async function certifyPreset(id: PresetId, cases: readonly string[]): Promise<RunOutcome> {
  return certify(await loadRunInCode(id, { cases, concurrency: 8 }, process.env), {});
}

/** `requirement | actual` of every must-finding of the case with this path. */
export function mustsOf(outcome: RunOutcome, casePath: string): readonly string[] {
  const result = outcome.results.find((candidate) => candidate.casePath === casePath);
  return (result?.findings ?? [])
    .filter(({ severity }) => severity === 'must')
    .map(({ requirement, actual }) => `${requirement} | ${actual}`);
}
