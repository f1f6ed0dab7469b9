import { isObject, type JsonObject } from '../../../../src/core/json.ts';
import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';
import { payloads } from './encoding.ts';
import { field, objects, word } from './payload-members.ts';

/** An output item as a strict reader puts it together from its events. */
export interface ReadItem {
  readonly type: string;
  readonly id: string;
  /** Text of its parts, of its summary or of its arguments, one entry per part. */
  readonly texts: string[];
  /** As `output_item.done` gives it; undefined while it is open. */
  done: JsonObject | undefined;
}

export interface ReadResponse {
  readonly breaches: readonly string[];
  readonly items: readonly ReadItem[];
  readonly ended: 'completed' | 'incomplete' | 'failed' | 'open';
  /** The response of the terminal event. */
  readonly final: JsonObject;
}

/**
 * The order of a Responses stream, written by hand and apart from the contract, so that the encoder is measured by
 * something that does not share its code. Each breach is one short sentence.
 */
export function readResponsesStream(frames: readonly EncodableFrame[]): ReadResponse {
  const reader = new StrictReader();
  for (const frame of frames.filter(({ data }) => data !== undefined)) {
    const [payload] = payloads([frame]);
    if (payload === undefined) {
      reader.demand(false, 'not JSON');
    } else {
      reader.demand(frame.event === payload['type'], 'event line is not the type');
      reader.take(payload);
    }
  }
  const { breaches, items, ended, final } = reader;
  return { breaches, items, ended, final };
}

class StrictReader {
  readonly breaches: string[] = [];
  readonly items: ReadItem[] = [];
  ended: ReadResponse['ended'] = 'open';
  final: JsonObject = {};
  #events = 0;
  #errors = 0;
  #part: 'none' | 'open' | 'sealed' = 'none';
  #sealed = false;

  demand(holds: boolean, breach: string): void {
    if (!holds) {
      this.breaches.push(breach);
    }
  }

  take(payload: JsonObject): void {
    const type = word(payload['type']);
    this.demand(payload['sequence_number'] === this.#events, 'numbers are not 0, 1, 2');
    this.demand(this.ended === 'open', `${type} after the end`);
    const expected = ['response.created', 'response.in_progress'][this.#events];
    this.demand(expected === undefined || expected === type, `${type} instead of ${expected}`);
    this.demand(this.#errors === 0 || type === 'response.failed', `${type} after an error`);
    this.#events += 1;
    this.#step(type, payload);
  }

  #step(type: string, payload: JsonObject): void {
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
        this.demand(this.#events <= 2, 'begun twice');
        this.demand(field(payload, 'response')['usage'] === null, 'usage before the end');
        return;
      case 'error':
        this.#errors += 1;
        this.demand(isObject(payload['error']), 'error is not nested');
        return;
      case 'response.failed':
        this.demand(this.#errors === 1, 'failed without an error');
        this.ended = 'failed';
        this.final = field(payload, 'response');
        return;
      case 'response.completed':
      case 'response.incomplete':
        this.#end(type === 'response.completed' ? 'completed' : 'incomplete', field(payload, 'response'));
        return;
      case 'response.output_item.added':
        this.#add(payload, field(payload, 'item'));
        return;
      case 'response.output_item.done':
        this.#done(payload, field(payload, 'item'));
        return;
      default:
        this.#inItem(type, payload);
    }
  }

  #end(status: 'completed' | 'incomplete', response: JsonObject): void {
    this.ended = status;
    this.final = response;
    this.demand(response['status'] === status, 'status is not the event');
    this.demand(
      isObject(response['incomplete_details']) === (status === 'incomplete'),
      'details do not fit the status',
    );
    this.demand(this.#open === undefined, 'ended with an open item');
    const done = JSON.stringify(this.items.map((item) => item.done));
    this.demand(JSON.stringify(response['output']) === done, 'the snapshot is not what was streamed');
  }

  get #open(): ReadItem | undefined {
    const last = this.items.at(-1);
    return last?.done === undefined ? last : undefined;
  }

  #add(payload: JsonObject, item: JsonObject): void {
    this.demand(this.#open === undefined, 'two items open');
    this.demand(payload['output_index'] === this.items.length, 'output index not dense');
    this.demand(word(item['id']) !== '', 'item without an id');
    this.items.push({ type: word(item['type']), id: word(item['id']), texts: [], done: undefined });
    this.#part = 'none';
    this.#sealed = false;
  }

  #done(payload: JsonObject, item: JsonObject): void {
    const open = this.#open;
    this.demand(open !== undefined && payload['output_index'] === this.items.length - 1, 'done without its item');
    this.demand(this.#part === 'none', 'item done with an open part');
    if (open === undefined) {
      return;
    }
    this.demand(item['id'] === open.id && item['type'] === open.type, 'another item is done');
    this.demand(open.type !== 'function_call' || this.#sealed, 'call without done arguments');
    this.demand(JSON.stringify(textsOf(item)) === JSON.stringify(open.texts), 'the item is not what was streamed');
    open.done = item;
  }

  #inItem(type: string, payload: JsonObject): void {
    const open = this.#open;
    this.demand(open !== undefined && payload['item_id'] === open.id, `${type} without its item`);
    this.demand(payload['output_index'] === this.items.length - 1, `${type} at another index`);
    if (open === undefined) {
      return;
    }
    const [owner, kind] = owners.get(type) ?? ['', 'unknown'];
    this.demand(owner === open.type, `${type} in ${open.type}`);
    const at = payload['content_index'] ?? payload['summary_index'] ?? 0;
    switch (kind) {
      case 'open':
        this.demand(this.#part === 'none' && at === open.texts.length, 'part where none may open');
        open.texts.push('');
        this.#part = 'open';
        return;
      case 'delta':
        if (owner === 'function_call' && open.texts.length === 0) {
          open.texts.push('');
        }
        this.demand(owner === 'function_call' ? !this.#sealed : this.#part === 'open', 'delta outside a part');
        this.demand(at === open.texts.length - 1 && word(payload['delta']) !== '', 'delta misplaced or empty');
        open.texts.push((open.texts.pop() ?? '') + word(payload['delta']));
        return;
      case 'seal': {
        const whole = word(payload['text'] ?? payload['refusal'] ?? payload['arguments']);
        this.demand(whole === (open.texts.at(-1) ?? ''), 'done is not the sum of its deltas');
        this.demand(owner === 'function_call' || this.#part === 'open', 'done outside a part');
        this.#part = owner === 'function_call' ? 'none' : 'sealed';
        this.#sealed = owner === 'function_call';
        return;
      }
      case 'close':
        this.demand(this.#part === 'sealed', 'part closed without its done');
        this.demand(textOf(field(payload, 'part')) === open.texts.at(-1), 'the part is not what was streamed');
        this.#part = 'none';
        return;
      case 'aside':
        this.demand(this.#part === 'open', 'annotation outside a part');
        return;
      case 'progress':
        this.demand(open.texts.length === 0 && open.done === undefined, 'progress of an item that has said something');
        return;
      default:
        this.breaches.push(`unknown ${type}`);
    }
  }
}

const owners: ReadonlyMap<
  string,
  readonly [owner: string, kind: 'open' | 'delta' | 'seal' | 'close' | 'aside' | 'progress']
> = new Map([
  ['response.content_part.added', ['message', 'open']],
  ['response.output_text.delta', ['message', 'delta']],
  ['response.output_text.annotation.added', ['message', 'aside']],
  ['response.output_text.done', ['message', 'seal']],
  ['response.refusal.delta', ['message', 'delta']],
  ['response.refusal.done', ['message', 'seal']],
  ['response.content_part.done', ['message', 'close']],
  ['response.reasoning_summary_part.added', ['reasoning', 'open']],
  ['response.reasoning_summary_text.delta', ['reasoning', 'delta']],
  ['response.reasoning_summary_text.done', ['reasoning', 'seal']],
  ['response.reasoning_summary_part.done', ['reasoning', 'close']],
  ['response.function_call_arguments.delta', ['function_call', 'delta']],
  ['response.function_call_arguments.done', ['function_call', 'seal']],
  ['response.web_search_call.in_progress', ['web_search_call', 'progress']],
  ['response.web_search_call.searching', ['web_search_call', 'progress']],
  ['response.web_search_call.completed', ['web_search_call', 'progress']],
  ['response.image_generation_call.in_progress', ['image_generation_call', 'progress']],
  ['response.image_generation_call.generating', ['image_generation_call', 'progress']],
  ['response.image_generation_call.completed', ['image_generation_call', 'progress']],
]);

/** The texts of a finished item, in the order in which they were streamed. */
function textsOf(item: JsonObject): readonly string[] {
  switch (item['type']) {
    case 'message':
      return objects(item['content']).map(textOf);
    case 'reasoning':
      return objects(item['summary']).map(textOf);
    case 'function_call':
      return item['arguments'] === '' ? [] : [word(item['arguments'])];
    default:
      return [];
  }
}

function textOf(part: JsonObject): string {
  return word(part['type'] === 'refusal' ? part['refusal'] : part['text']);
}
