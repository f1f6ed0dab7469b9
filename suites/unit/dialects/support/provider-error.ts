import type { ReportedError } from '../../../../src/core/reported-error.ts';

/** An error of a provider; what is not said is a failed server. */
export function providerError(error: Partial<ReportedError>): ReportedError {
  return { origin: 'provider', class: 'server', message: 'M', ...error };
}
