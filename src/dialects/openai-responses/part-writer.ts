import type { ToolStarted } from '../../core/domain-event.ts';
import { isObject, type JsonValue } from '../../core/json.ts';
import type { Answer, ChoiceWriter, ContentStarted, Ending, OpaqueValue } from '../dialect-writer.ts';
import { inventedCallId } from '../invented-id.ts';
import { responsesAnnotation } from '../openai-annotations.ts';
import { responsesTokens } from '../openai-logprobs.ts';
import { ItemSequence } from './item-sequence.ts';
import { ItemWriter, type WriteEvent } from './item-writer.ts';

/** Turns the parts of one answer into output items. What does not fit the part it names is ignored. */
export class PartWriter implements ChoiceWriter {
  readonly items: ItemWriter;
  readonly #answer: Answer;
  readonly #sequence: ItemSequence;

  constructor(answer: Answer, write: WriteEvent) {
    this.#answer = answer;
    this.items = new ItemWriter(answer, write);
    this.#sequence = new ItemSequence(this.items);
  }

  /** Opens a segment ahead of its first delta, as the API does: a client sees what is coming. */
  startContent({ at, part }: ContentStarted): void {
    if (part === 'text') {
      this.#sequence.begin(at.part, { kind: 'text' });
    }
  }

  text(part: number, text: string, logprobs?: JsonValue): void {
    const tokens = logprobs === undefined ? [] : responsesTokens(logprobs);
    this.#sequence.append(part, { kind: 'text' }, { kind: 'delta', text, logprobs: tokens });
    if (tokens.length > 0) {
      this.#sequence.addLogprobs(part, tokens);
    }
  }

  refusal(part: number, text: string): void {
    this.#sequence.append(part, { kind: 'refusal' }, { kind: 'delta', text });
  }

  startReasoning(part: number): void {
    this.#sequence.begin(part, { kind: 'reasoning' });
  }

  reasoning(part: number, text: string): void {
    this.#sequence.append(part, { kind: 'reasoning' }, { kind: 'delta', text });
  }

  complete(part: number): void {
    this.#sequence.complete(part);
  }

  startTool({ at, id, name, input }: ToolStarted): void {
    const callId = id || inventedCallId('call_', this.#answer.id, at);
    this.#sequence.begin(at.part, { kind: input === 'text' ? 'custom_tool' : 'tool', callId, name });
  }

  toolArguments(part: number, text: string): void {
    this.#sequence.extend(part, { kind: 'delta', text });
  }

  completeTool(part: number): void {
    this.#sequence.complete(part);
  }

  opaque({ part, kind, name, value }: OpaqueValue): void {
    const annotation = name === 'annotation' && kind === 'text' ? responsesAnnotation(value) : undefined;
    if (name === 'encrypted_reasoning' && typeof value === 'string' && kind === 'reasoning') {
      this.#sequence.encrypt(part, value);
    } else if (annotation !== undefined) {
      this.#sequence.append(part, { kind: 'text' }, { kind: 'annotation', value: annotation });
    } else if (name === 'logprobs' && kind === 'text') {
      this.#sequence.addLogprobs(part, responsesTokens(value));
    } else if (
      name === 'item' &&
      (kind === 'image' || kind === 'other') &&
      isObject(value) &&
      typeof value['type'] === 'string'
    ) {
      this.#sequence.begin(part, { kind: 'whole', item: value });
    }
  }

  /** Closes all items; nothing waits any more. A pause cuts no part. */
  end({ finish, word }: Ending): void {
    this.#sequence.end(finish.kind !== 'pause' && word !== 'completed');
  }
}
