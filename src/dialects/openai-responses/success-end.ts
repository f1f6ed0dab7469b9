import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { textAt } from '../../core/json-path.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EventData } from '../places.ts';

/** A part of an item, with what has come of it so far. */
interface OpenPart {
  readonly part: JsonObject;
  text: string;
}

interface OpenItem {
  readonly added: JsonObject;
  /** Content parts or parts of a summary, by their index. */
  readonly parts: Map<number, OpenPart>;
  /** Events that closed parts of it, by type and index. */
  readonly closed: Set<string>;
  arguments: string;
  done: JsonObject | undefined;
}

/**
 * The events that are missing for a whole answer: they close what is open, and the last snapshot holds all items. They
 * depend only on the events that came, so an item of which only the beginning came is closed, too.
 */
export function responsesSuccessEnd(events: readonly EventData[], finish: string): readonly EncodableFrame[] {
  const payloads = events.flatMap(({ json }) => (isObject(json) ? [json] : []));
  const items = new Map<number, OpenItem>();
  for (const payload of payloads) {
    take(items, payload);
  }
  const begun = payloads.find(({ type }) => type === 'response.created')?.['response'];
  const response = isObject(begun) ? begun : emptyResponse;
  const status = finish === 'completed' ? 'completed' : 'incomplete';
  const closing = [...items].flatMap(([index, item]) => (item.done === undefined ? closeItem(index, item) : []));
  const ended = {
    ...response,
    status,
    incomplete_details: status === 'completed' ? null : { reason: finish },
    output: [...items].map(([, item]) => item.done ?? wholeItem(item)),
  };
  return [
    ...(isObject(begun) ? [] : [{ type: 'response.created', response: emptyResponse }]),
    ...closing,
    { type: `response.${status}`, response: ended },
  ].map(frame);
}

const emptyResponse: JsonObject = {
  id: 'resp_relaycert',
  object: 'response',
  created_at: 0,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  model: 'relaycert',
  output: [],
  usage: null,
};

function frame({ type, ...rest }: JsonObject): EncodableFrame {
  return { event: String(type), data: JSON.stringify({ type, sequence_number: 0, ...rest }) };
}

function take(items: Map<number, OpenItem>, payload: JsonObject): void {
  const { type, item, part, delta, output_index: index } = payload;
  if (typeof index !== 'number') {
    return;
  }
  if (type === 'response.output_item.added' && isObject(item)) {
    items.set(index, { added: item, parts: new Map(), closed: new Set(), arguments: '', done: undefined });
    return;
  }
  const open = items.get(index);
  const at = partIndex(payload);
  switch (type) {
    case 'response.output_item.done':
      if (open !== undefined) {
        open.done = isObject(item) ? item : open.added;
      }
      return;
    case 'response.content_part.added':
    case 'response.reasoning_summary_part.added':
      open?.parts.set(at, { part: isObject(part) ? part : {}, text: '' });
      return;
    case 'response.function_call_arguments.delta':
      if (open !== undefined) {
        open.arguments += String(delta);
      }
      return;
    default:
      addTo(open, at, String(type), delta);
  }
}

function addTo(open: OpenItem | undefined, at: number, type: string, delta: JsonValue | undefined): void {
  const part = open?.parts.get(at);
  if (part !== undefined && typeof delta === 'string') {
    part.text += delta;
  }
  if (type.endsWith('.done')) {
    open?.closed.add(`${type} ${at}`);
  }
}

function partIndex(payload: JsonObject): number {
  const index = payload['content_index'] ?? payload['summary_index'];
  return typeof index === 'number' ? index : 0;
}

/** The events that close an item, without those that came. */
function closeItem(index: number, item: OpenItem): readonly JsonObject[] {
  const id = textAt(item.added, ['id']);
  const place = { item_id: id, output_index: index };
  const call = item.added['type'] === 'function_call';
  const events = [
    ...[...item.parts].flatMap(([at, part]) => closePart(place, at, part)),
    ...(call ? [{ type: 'response.function_call_arguments.done', ...place, arguments: item.arguments }] : []),
  ];
  const missing = events.filter((event) => !item.closed.has(`${event.type} ${partIndex(event)}`));
  return [...missing, { type: 'response.output_item.done', output_index: index, item: wholeItem(item) }];
}

type Closing = JsonObject & { readonly type: string };

function closePart(item: JsonObject, at: number, open: OpenPart): readonly Closing[] {
  const { text } = open;
  const part = wholePart(open);
  const content = { ...item, content_index: at };
  const summary = { ...item, summary_index: at };
  switch (open.part['type']) {
    case 'summary_text':
      return [
        { type: 'response.reasoning_summary_text.done', ...summary, text },
        { type: 'response.reasoning_summary_part.done', ...summary, part },
      ];
    case 'refusal':
      return [
        { type: 'response.refusal.done', ...content, refusal: text },
        { type: 'response.content_part.done', ...content, part },
      ];
    case 'reasoning_text':
      return [
        { type: 'response.reasoning_text.done', ...content, text },
        { type: 'response.content_part.done', ...content, part },
      ];
    default:
      return [
        { type: 'response.output_text.done', ...content, text, logprobs: [] },
        { type: 'response.content_part.done', ...content, part },
      ];
  }
}

function wholePart({ part, text }: OpenPart): JsonObject {
  return part['type'] === 'refusal' ? { ...part, refusal: text } : { ...part, text };
}

function wholeItem({ added, parts, arguments: text }: OpenItem): JsonObject {
  const whole = [...parts.values()].map(wholePart);
  switch (added['type']) {
    case 'message':
      return { ...added, status: 'completed', content: whole };
    case 'reasoning':
      return whole.some((part) => part['type'] === 'reasoning_text')
        ? { ...added, content: whole }
        : { ...added, summary: whole };
    case 'function_call':
      return { ...added, status: 'completed', arguments: text };
    default:
      return added;
  }
}
