import type { Coordinates, DomainEventBody } from '../core/domain-event.ts';
import type { JsonValue } from '../core/json.ts';

/** The events that belong to a part. */
type PartEvent = Extract<DomainEventBody, { readonly at: Coordinates }>;

/** An event, with the log probabilities that go into the same event on the wire. */
export interface PairedEvent {
  readonly event: PartEvent;
  readonly logprobs?: JsonValue;
}

/**
 * Pairs each text delta with the log probabilities that follow it (`EncoderOptions.logprobsShareEvents`). It holds at
 * most one event. The code that ends the answer takes that event out.
 */
export class DeltaHold {
  readonly #name: string | undefined;
  #held: PartEvent | undefined;

  /** @param name the dialect's name for log probabilities; undefined: hold nothing */
  constructor(name: string | undefined) {
    this.#name = name;
  }

  /** Takes the next event and returns what is to be written now. */
  pass(event: PartEvent): readonly PairedEvent[] {
    const held = this.#held;
    if (this.#name !== undefined && event.kind === 'content.delta') {
      this.#held = event;
      return held === undefined ? [] : [{ event: held }];
    }
    this.#held = undefined;
    if (held === undefined) {
      return [{ event }];
    }
    const pairs = event.kind === 'opaque.reported' && event.name === this.#name && event.at.part === held.at.part;
    return pairs ? [{ event: held, logprobs: event.value }] : [{ event: held }, { event }];
  }

  /** What is still held. */
  release(): readonly PairedEvent[] {
    const held = this.#held;
    this.#held = undefined;
    return held === undefined ? [] : [{ event: held }];
  }
}
