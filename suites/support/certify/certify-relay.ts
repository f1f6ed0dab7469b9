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
  return findingsOf(outcome, casePath, 'must');
}

/** `requirement | actual` of every should-finding of the case with this path. */
export function shouldsOf(outcome: RunOutcome, casePath: string): readonly string[] {
  return findingsOf(outcome, casePath, 'should');
}

function findingsOf({ results }: RunOutcome, casePath: string, severity: 'must' | 'should'): readonly string[] {
  const findings = results.find((result) => result.casePath === casePath)?.findings ?? [];
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ requirement, actual }) => `${requirement} | ${actual}`);
}
