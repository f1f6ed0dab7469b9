import type { Evidence } from '../../core/evidence.ts';
import { headerValue } from '../../core/exchange.ts';
import type { ErrorClass } from '../../core/reported-error.ts';

/** A relay that refused a request by itself, without asking its upstream. */
export interface Refusal {
  /** What it answered, without payload. */
  readonly reason: string;
  /** Milliseconds after which it wants to be asked again, as its `retry-after` says. */
  readonly retryAfterMs?: number;
}

const refusingStatuses: readonly number[] = [401, 403, 429, 503];

/** What an error inside a stream with status 200 says in their place. */
const refusingClasses: readonly ErrorClass[] = ['authentication', 'permission', 'rate_limit', 'overloaded'];

/**
 * The relay's own refusal, if that is all that a case shows: a status or an error that means "not now" or "not you",
 * while the upstream was never asked. The case asked for nothing of the kind, because what it asks for comes from the
 * upstream. An answer with another status, such as 400 or 404, is an answer to this very request, and is judged.
 */
export function ownRefusal({ attempts, client }: Evidence): Refusal | undefined {
  const { head } = client.capture;
  const { error } = client.outcome;
  if (attempts.length > 0 || head === undefined) {
    return undefined;
  }
  const byStatus = refusingStatuses.includes(head.status);
  const byClass = head.status === 200 && error !== undefined && refusingClasses.includes(error.class);
  if (!byStatus && !byClass) {
    return undefined;
  }
  const what = byStatus ? `status ${head.status}` : `an error of class ${error?.class ?? 'unknown'}`;
  const retryAfterMs = retryAfter(headerValue(head.headers, 'retry-after'));
  return {
    reason: `the relay itself refused it with ${what}, without asking the upstream`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** RFC 9110, section 10.2.3: whole seconds; a date is not used. */
function retryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value.trim()) ? Number(value) * 1_000 : undefined;
}

/** The longest time after which one of these wants to be asked again. */
export function longestWait(refusals: readonly Pick<Refusal, 'retryAfterMs'>[]): number | undefined {
  const given = refusals.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs]));
  return given.length === 0 ? undefined : Math.max(...given);
}
