/** The meanings of an error that all dialects share. Each has a row in the table in docs/translation.md#errors. */
export type ErrorClass =
  | 'bad_request'
  | 'context_too_long'
  | 'authentication'
  | 'billing'
  | 'permission'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unprocessable'
  | 'rate_limit'
  | 'server'
  | 'bad_gateway'
  | 'overloaded'
  | 'timeout'
  | 'unknown';

/** An error as a peer stated it. `origin` says who: the provider, the relay itself, or the transport below both. */
export interface ReportedError {
  readonly origin: 'provider' | 'relay' | 'transport';
  readonly class: ErrorClass;
  /** The dialect's own `type` or `status` word, as sent. */
  readonly type?: string;
  readonly code?: string;
  /** HTTP status of the response that carried it. */
  readonly status?: number;
  /** The text as sent. Reports never print it unless the traffic is our own recording. */
  readonly message?: string;
}
