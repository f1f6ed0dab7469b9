/** The part of a finding that a test failure shows. */
export interface ShownFinding {
  readonly requirement: string;
  readonly expected: string;
  readonly actual: string;
}

/** The part of a case's result that a test failure shows: what refuses the relay, or what broke the harness. */
export interface ShownResult {
  readonly findings: readonly ShownFinding[];
  readonly fault?: string;
  /** Why the case was not run, or is run later. */
  readonly notRun?: string;
}

/** Fails a test for all of these. The error has no stack, because the place that matters is in the relay. */
export function failOn(findings: readonly ShownFinding[], fault: string | undefined): void {
  if (fault === undefined && findings.length === 0) {
    return;
  }
  const lines = findings.map(
    ({ requirement, expected, actual }) => `${requirement}\n  expected ${expected}\n  actual   ${actual}`,
  );
  const error = new Error(fault === undefined ? lines.join('\n') : `harness fault: ${fault}`);
  error.name = 'RelayFinding';
  error.stack = `${error.name}: ${error.message}`;
  throw error;
}
