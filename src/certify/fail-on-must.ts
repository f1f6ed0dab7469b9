/** As much of a case's result as a test failure shows. */
export interface ShownResult {
  readonly findings: readonly {
    readonly requirement: string;
    readonly severity: string;
    readonly expected: string;
    readonly actual: string;
  }[];
  readonly fault?: string;
}

/**
 * Fails a test for the must-findings of its case, or for a fault of the harness. The error has no stack: the place that
 * matters is in the relay, not here.
 */
export function failOnMust(result: ShownResult): void {
  const musts = result.findings.filter(({ severity }) => severity === 'must');
  if (result.fault === undefined && musts.length === 0) {
    return;
  }
  const lines = musts.map(
    ({ requirement, expected, actual }) => `${requirement}\n  expected ${expected}\n  actual   ${actual}`,
  );
  const error = new Error(result.fault === undefined ? lines.join('\n') : `harness fault: ${result.fault}`);
  error.name = 'RelayFinding';
  error.stack = `${error.name}: ${error.message}`;
  throw error;
}
