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
  if (fault !== undefined || findings.length > 0) {
    throw failure(fault === undefined ? describeFindings(findings) : `harness fault: ${fault}`);
  }
}

/** Fails a test whose case could not be run: that is no pass. */
export function failNotRun(notRun: string | undefined): void {
  if (notRun !== undefined) {
    throw failure(`not run: ${notRun}`);
  }
}

function describeFindings(findings: readonly ShownFinding[]): string {
  const lines = findings.map(
    ({ requirement, expected, actual }) => `${requirement}\n  expected ${expected}\n  actual   ${actual}`,
  );
  return lines.join('\n');
}

function failure(message: string): Error {
  const error = new Error(message);
  error.name = 'RelayFinding';
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
