import type { JsonObject } from '../../core/json.ts';
import type { Answer } from '../dialect-writer.ts';
import type { StretchWriter } from '../part-sequence.ts';
import {
  contentPart,
  emptyPart,
  itemForm,
  itemId,
  type OpenItem,
  type OpenSegment,
  summaryPart,
} from './item-forms.ts';
import { progressEvents } from './item-progress.ts';
import type { Addition, Segment } from './segment.ts';

type Delta = Extract<Addition, { readonly kind: 'delta' }>;

/** Writes one event. The writer of the response numbers it. */
export type WriteEvent = (type: string, fields: JsonObject) => void;

/**
 * Writes the events of output items, one item at a time, in OpenAI's order: added, the parts with their deltas, done. A
 * message stays open for further parts until an item of another kind comes.
 */
export class ItemWriter implements StretchWriter<Addition, Segment> {
  /** The items that are done, in the form in which the final response repeats them. */
  readonly output: JsonObject[] = [];
  readonly #answer: Answer;
  readonly #write: WriteEvent;
  #item: OpenItem | undefined;

  constructor(answer: Answer, write: WriteEvent) {
    this.#answer = answer;
    this.#write = write;
  }

  /** Opens the item that a segment needs, and the segment's place in it. Only a message may be open already. */
  open(segment: Segment): void {
    const open: OpenSegment = { segment, annotations: [], text: '' };
    const { content } = segment;
    const inMessage = content.kind === 'text' || content.kind === 'refusal';
    if (!inMessage) {
      this.closeMessage(false);
    }
    const item = this.#item ?? this.#add(segment, open);
    item.segment = open;
    if (inMessage) {
      this.#write('response.content_part.added', { ...this.#partPlace(item), part: emptyPart(content) });
    } else if (content.kind === 'whole') {
      for (const type of progressEvents(content.item)) {
        this.#write(type, this.#place(item));
      }
    }
  }

  /** Writes what comes for the open segment. */
  add(addition: Addition): void {
    const item = this.#item;
    const open = item?.segment;
    if (item === undefined || open === undefined) {
      return;
    }
    if (addition.kind === 'delta') {
      this.#delta(item, open, addition);
      open.text += addition.text;
    } else {
      const place = { ...this.#partPlace(item), annotation_index: open.annotations.length };
      this.#write('response.output_text.annotation.added', { ...place, annotation: addition.value });
      open.annotations.push(addition.value);
    }
  }

  /** Closes the open segment, and its item unless that is a message. */
  close(): void {
    const item = this.#item;
    const open = item?.segment;
    if (item === undefined || open === undefined) {
      return;
    }
    const { content, cut, logprobs } = open.segment;
    switch (content.kind) {
      case 'text':
        this.#write('response.output_text.done', { ...this.#partPlace(item), text: open.text, logprobs });
        this.#closePart(item, open);
        return;
      case 'refusal':
        this.#write('response.refusal.done', { ...this.#partPlace(item), refusal: open.text });
        this.#closePart(item, open);
        return;
      case 'reasoning':
        if (open.text !== '') {
          const part = summaryPart(open.text);
          this.#write('response.reasoning_summary_text.done', { ...this.#summaryPlace(item), text: open.text });
          this.#write('response.reasoning_summary_part.done', { ...this.#summaryPlace(item), part });
        }
        break;
      case 'tool':
        // An empty string is not JSON, and clients parse it.
        if (open.text === '' && !cut) {
          this.add({ kind: 'delta', text: '{}' });
        }
        this.#write('response.function_call_arguments.done', { ...this.#place(item), arguments: open.text });
        break;
      case 'custom_tool':
        this.#write('response.custom_tool_call_input.done', { ...this.#place(item), input: open.text });
        break;
      case 'whole':
        break;
    }
    this.#done(item, cut);
  }

  /** @param cut the response ended before the message did */
  closeMessage(cut: boolean): void {
    if (this.#item !== undefined) {
      this.#done(this.#item, cut);
    }
  }

  /** All items as far as they came, for a response that fails. */
  partialOutput(): readonly JsonObject[] {
    const item = this.#item;
    if (item === undefined) {
      return this.output;
    }
    const kind = item.segment?.segment.content.kind;
    const open =
      item.segment !== undefined && (kind === 'text' || kind === 'refusal') ? [contentPart(item.segment)] : [];
    return [...this.output, itemForm({ ...item, parts: [...item.parts, ...open] }, 'incomplete')];
  }

  #add(segment: Segment, open: OpenSegment): OpenItem {
    const index = this.output.length;
    const item = { id: itemId(segment.content, this.#answer.id, index), parts: [], segment: open };
    this.#item = item;
    this.#write('response.output_item.added', { output_index: index, item: itemForm(item, 'in_progress') });
    return item;
  }

  #delta(item: OpenItem, open: OpenSegment, { text: delta, logprobs = [] }: Delta): void {
    switch (open.segment.content.kind) {
      case 'text':
        this.#write('response.output_text.delta', { ...this.#partPlace(item), delta, logprobs });
        return;
      case 'refusal':
        this.#write('response.refusal.delta', { ...this.#partPlace(item), delta });
        return;
      case 'reasoning':
        if (open.text === '') {
          this.#write('response.reasoning_summary_part.added', { ...this.#summaryPlace(item), part: summaryPart('') });
        }
        this.#write('response.reasoning_summary_text.delta', { ...this.#summaryPlace(item), delta });
        return;
      case 'tool':
        this.#write('response.function_call_arguments.delta', { ...this.#place(item), delta });
        return;
      case 'custom_tool':
        this.#write('response.custom_tool_call_input.delta', { ...this.#place(item), delta });
        return;
      case 'whole':
        return;
    }
  }

  #closePart(item: OpenItem, open: OpenSegment): void {
    const part = contentPart(open);
    this.#write('response.content_part.done', { ...this.#partPlace(item), part });
    item.parts.push(part);
    item.segment = undefined;
  }

  #done(open: OpenItem, cut: boolean): void {
    const item = itemForm(open, cut ? 'incomplete' : 'completed');
    this.#write('response.output_item.done', { output_index: this.output.length, item });
    this.output.push(item);
    this.#item = undefined;
  }

  #place(item: OpenItem): JsonObject {
    return { item_id: item.id, output_index: this.output.length };
  }

  #partPlace(item: OpenItem): JsonObject {
    return { ...this.#place(item), content_index: item.parts.length };
  }

  #summaryPlace(item: OpenItem): JsonObject {
    return { ...this.#place(item), summary_index: 0 };
  }
}
