import type { Coordinates, DomainEventBody, ToolStarted } from '../../core/domain-event.ts';
import { isObject, type JsonValue } from '../../core/json.ts';
import { DeltaHold, type PairedEvent } from '../delta-hold.ts';
import type { AnswerTraits } from '../finish-table.ts';
import { inventedCallId } from '../invented-id.ts';
import { responsesAnnotation } from '../openai-annotations.ts';
import { responsesTokens } from '../openai-logprobs.ts';
import { ItemSequence } from './item-sequence.ts';
import { ItemWriter, type WriteEvent } from './item-writer.ts';

type PartRole = 'text' | 'refusal' | 'reasoning' | 'tool' | 'whole' | 'dropped';

/** The events that stand at a part. */
type PartEvent = Extract<DomainEventBody, { readonly at: Coordinates }>;

/** Turns the parts of one answer into output items. What does not fit the part it names is ignored. */
export class PartWriter {
  readonly items: ItemWriter;
  readonly #responseId: () => string;
  readonly #sequence: ItemSequence;
  readonly #roles = new Map<number, PartRole>();
  readonly #hold: DeltaHold;
  #clientTools = false;
  #refusalText = false;

  /** @param hold text deltas wait for their log probabilities */
  constructor(responseId: () => string, write: WriteEvent, hold = false) {
    this.#hold = new DeltaHold(hold ? 'logprobs' : undefined);
    this.#responseId = responseId;
    this.items = new ItemWriter(responseId, write);
    this.#sequence = new ItemSequence(this.items);
  }

  get traits(): AnswerTraits {
    return { clientTools: this.#clientTools, refusalText: this.#refusalText };
  }

  /** Closes all items; nothing waits any more. */
  end(cut: boolean): void {
    this.flush();
    this.#sequence.end(cut);
  }

  take(event: PartEvent): void {
    for (const paired of this.#hold.pass(event)) {
      this.#take(paired);
    }
  }

  /** Writes what waits for the events behind it. */
  flush(): void {
    for (const paired of this.#hold.release()) {
      this.#take(paired);
    }
  }

  #take({ event, logprobs }: PairedEvent): void {
    const { part } = event.at;
    switch (event.kind) {
      case 'content.started':
        if (event.part === 'text') {
          this.#open(part, 'text');
        } else {
          this.#begin(part, event.part === 'audio' ? 'dropped' : 'whole');
        }
        break;
      case 'content.delta':
        this.#append(part, 'text', event.text, logprobs);
        break;
      case 'reasoning.started':
        this.#open(part, 'reasoning');
        break;
      case 'reasoning.delta':
        this.#append(part, 'reasoning', event.text);
        break;
      case 'refusal.delta':
        this.#refusalText ||= event.text !== '';
        this.#append(part, 'refusal', event.text);
        break;
      case 'tool.started':
        this.#beginTool(event);
        break;
      case 'tool.arguments.delta':
        if (event.text !== '' && this.#roles.get(part) === 'tool') {
          this.#sequence.extend(part, { kind: 'delta', text: event.text });
        }
        break;
      case 'content.completed':
      case 'reasoning.completed':
        if (this.#roles.get(part) !== 'tool') {
          this.#sequence.complete(part);
        }
        break;
      case 'tool.completed':
        if (this.#roles.get(part) === 'tool') {
          this.#sequence.complete(part);
        }
        break;
      case 'opaque.reported':
        this.#opaque(part, event.name, event.value);
        break;
      default:
        event satisfies never;
    }
  }

  #append(part: number, role: 'text' | 'refusal' | 'reasoning', text: string, logprobs?: JsonValue): void {
    if (text === '' || !this.#begin(part, role)) {
      return;
    }
    const tokens = logprobs === undefined ? [] : responsesTokens(logprobs);
    this.#sequence.append(part, { kind: role }, { kind: 'delta', text, logprobs: tokens });
    if (tokens.length > 0) {
      this.#sequence.addLogprobs(part, tokens);
    }
  }

  #opaque(part: number, name: string, value: JsonValue): void {
    const role = this.#roles.get(part);
    const annotation = name === 'annotation' && role === 'text' ? responsesAnnotation(value) : undefined;
    if (name === 'encrypted_reasoning' && typeof value === 'string' && role === 'reasoning') {
      this.#sequence.encrypt(part, value);
    } else if (annotation !== undefined) {
      this.#sequence.append(part, { kind: 'text' }, { kind: 'annotation', value: annotation });
    } else if (name === 'logprobs' && role === 'text') {
      this.#sequence.addLogprobs(part, responsesTokens(value));
    } else if (name === 'item' && isObject(value) && typeof value['type'] === 'string' && this.#begin(part, 'whole')) {
      this.#sequence.begin(part, { kind: 'whole', item: value });
    }
  }

  /** Notes what a part is, once; false when it is something else already. */
  #begin(part: number, role: PartRole): boolean {
    const known = this.#roles.get(part);
    if (known === undefined) {
      this.#roles.set(part, role);
    }
    return (known ?? role) === role;
  }

  /** Opens a segment ahead of its first delta, as the API does: a client sees what is coming. */
  #open(part: number, role: 'text' | 'reasoning'): void {
    if (!this.#roles.has(part)) {
      this.#begin(part, role);
      this.#sequence.begin(part, { kind: role });
    }
  }

  #beginTool({ at, owner, id, name, input }: ToolStarted): void {
    if (this.#roles.has(at.part)) {
      return;
    }
    this.#begin(at.part, owner === 'client' ? 'tool' : 'dropped');
    if (owner === 'client') {
      this.#clientTools = true;
      const callId = id || inventedCallId('call_', this.#responseId(), at);
      this.#sequence.begin(at.part, { kind: input === 'text' ? 'custom_tool' : 'tool', callId, name });
    }
  }
}
