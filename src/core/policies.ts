/** Where projects disagree, the relay's owner states the policy. The defaults are what most clients can cope with. */
export interface Policies {
  /** `[DONE]` after an error object of a Chat stream. */
  readonly doneAfterError: 'either' | 'required' | 'forbidden';
  /** A Chat upstream that sends `[DONE]` but never a finish reason. */
  readonly doneWithoutFinish: 'refuse' | 'accept';
  readonly refusal: 'content_filter' | 'stop+refusal';
  /** Whether a turn that the provider paused may end as a plain stop. */
  readonly pauseTurn: 'not-plain-stop' | 'any';
  readonly clientAbort: 'close' | 'drain';
  readonly truncatedToolCall: 'drop' | 'mark';
  readonly finishOnOwnChunk: 'should' | 'any';
  readonly usagePlaceholder: 'allow' | 'refuse';
}

export const defaultPolicies: Policies = {
  doneAfterError: 'either',
  doneWithoutFinish: 'refuse',
  refusal: 'content_filter',
  pauseTurn: 'not-plain-stop',
  clientAbort: 'close',
  truncatedToolCall: 'drop',
  finishOnOwnChunk: 'should',
  usagePlaceholder: 'allow',
};
