import type { ToolStarted } from '../../core/domain-event.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Answer, ChoiceWriter, ContentStarted, Ending, OpaqueValue } from '../dialect-writer.ts';
import { inventedCallId } from '../invented-id.ts';
import { isTyped } from '../lenient-read.ts';
import { responsesAnnotation } from '../openai-annotations.ts';
import { responsesTokens } from '../openai-logprobs.ts';
import { PartSequence } from '../part-sequence.ts';
import { ItemWriter, type WriteEvent } from './item-writer.ts';
import { type Addition, newSegment, type Segment, type SegmentContent } from './segment.ts';

/** Turns the parts of one answer into output items. What does not fit the part it names is ignored. */
export class PartWriter implements ChoiceWriter {
  readonly items: ItemWriter;
  readonly #answer: Answer;
  readonly #segments: PartSequence<Addition, Segment>;

  constructor(answer: Answer, write: WriteEvent) {
    this.#answer = answer;
    this.items = new ItemWriter(answer, write);
    this.#segments = new PartSequence(this.items);
  }

  /** Opens a segment ahead of its first delta, as the API does, so that a client sees what is coming. */
  startContent({ at, part }: ContentStarted): void {
    if (part === 'text') {
      this.#segments.begin(newSegment(at.part, { kind: 'text' }));
    }
  }

  text(part: number, text: string, logprobs?: JsonValue): void {
    const tokens = logprobs === undefined ? [] : responsesTokens(logprobs);
    const segment = this.#segment(part, { kind: 'text' });
    this.#segments.add(segment, { kind: 'delta', text, logprobs: tokens });
    segment.logprobs.push(...tokens);
  }

  refusal(part: number, text: string): void {
    this.#segments.add(this.#segment(part, { kind: 'refusal' }), { kind: 'delta', text });
  }

  startReasoning(part: number): void {
    this.#segments.begin(newSegment(part, { kind: 'reasoning' }));
  }

  reasoning(part: number, text: string): void {
    this.#segments.add(this.#segment(part, { kind: 'reasoning' }), { kind: 'delta', text });
  }

  complete(part: number): void {
    this.#segments.complete(part);
  }

  startTool({ at, id, name, input }: ToolStarted): void {
    const callId = id || inventedCallId('call_', this.#answer.id, at);
    const kind = input === 'text' ? 'custom_tool' : 'tool';
    this.#segments.begin(newSegment(at.part, { kind, callId, name }));
  }

  toolArguments(part: number, text: string): void {
    this.#segments.add(this.#segments.current(part), { kind: 'delta', text });
  }

  completeTool(part: number): void {
    this.#segments.complete(part);
  }

  opaque({ part, kind, name, value }: OpaqueValue): void {
    const annotation = name === 'annotation' && kind === 'text' ? responsesAnnotation(value) : undefined;
    if (name === 'encrypted_reasoning' && typeof value === 'string' && kind === 'reasoning') {
      this.#segment(part, { kind: 'reasoning' }).encrypted = value;
    } else if (annotation !== undefined) {
      this.#segments.add(this.#segment(part, { kind: 'text' }), { kind: 'annotation', value: annotation });
    } else if (name === 'logprobs' && kind === 'text') {
      this.#segment(part, { kind: 'text' }).logprobs.push(...responsesTokens(value));
    } else if (name === 'item' && (kind === 'image' || kind === 'other') && isTyped(value)) {
      this.#segments.begin(newSegment(part, { kind: 'whole', item: value }));
    }
  }

  /** Closes all items, so that nothing waits any more. A pause cuts no part. */
  end({ finish, word }: Ending): void {
    const cut = finish.kind !== 'pause' && word !== 'completed';
    for (const segment of this.#segments.unfinished()) {
      segment.cut = cut;
    }
    this.#segments.completeAll();
    this.items.closeMessage(cut);
  }

  /** The segment of a part that still takes something. It is opened if there is none. */
  #segment(part: number, content: SegmentContent): Segment {
    return this.#segments.current(part) ?? this.#segments.begin(newSegment(part, content));
  }
}
