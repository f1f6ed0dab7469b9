import { isArray, isObject, type JsonObject, type JsonValue, parseJsonToRewrite } from '../../core/json.ts';

/** What the events of one item said before its end. An absent member never came. */
interface SaidItem {
  readonly added: JsonObject;
  /** By content index. */
  readonly parts: Map<JsonValue | undefined, string>;
  /** By summary index. */
  readonly summaries: Map<JsonValue | undefined, string>;
  arguments?: string;
}

/**
 * A Responses stream says everything three times: in deltas, in done events and in its last snapshot. After a change of
 * the deltas, or of the beginning of an item, this changes the repetitions to match, and numbers the events anew. What
 * has no deltas, and what is not JSON, stays as it is.
 */
export function settleResponses(data: readonly string[]): readonly string[] {
  const payloads = data.map((text) => {
    const parsed = parseJsonToRewrite(text);
    return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
  });
  const whole = payloads.some((payload) => payload?.['type'] === 'response.completed');
  const items = new Map<JsonValue | undefined, SaidItem>();
  const from = firstNumber(payloads[0]);
  return payloads.map((payload, index) => {
    if (payload === undefined) {
      return data[index] ?? '';
    }
    const settled = settle(payload, items, whole);
    const number = typeof from === 'number' ? { sequence_number: from + index } : {};
    const changed = settled !== payload || number.sequence_number !== payload['sequence_number'];
    return changed ? JSON.stringify({ ...settled, ...number }) : (data[index] ?? '');
  });
}

/** A stream that begins with an error begins to count there. A resumed stream continues to count. */
function firstNumber(payload: JsonObject | undefined): JsonValue | undefined {
  const number = payload?.['sequence_number'];
  return typeof number === 'number' && payload?.['type'] === 'error' ? 0 : number;
}

function settle(payload: JsonObject, items: Map<JsonValue | undefined, SaidItem>, whole: boolean): JsonObject {
  const { type, item, response, part } = payload;
  if (type === 'response.output_item.added' && isObject(item)) {
    items.set(payload['output_index'], { added: item, parts: new Map(), summaries: new Map() });
    return payload;
  }
  if (isObject(response)) {
    return withMember(payload, 'response', withOutput(response, [...items.values()], whole));
  }
  const said = items.get(payload['output_index']);
  if (said === undefined) {
    return payload;
  }
  switch (type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
    case 'response.reasoning_text.delta':
      addTo(said.parts, payload['content_index'], payload['delta']);
      return payload;
    case 'response.reasoning_summary_text.delta':
      addTo(said.summaries, payload['summary_index'], payload['delta']);
      return payload;
    case 'response.function_call_arguments.delta':
      said.arguments = `${said.arguments ?? ''}${String(payload['delta'])}`;
      return payload;
    case 'response.output_text.done':
    case 'response.reasoning_text.done':
      return withMember(payload, 'text', said.parts.get(payload['content_index']));
    case 'response.refusal.done':
      return withMember(payload, 'refusal', said.parts.get(payload['content_index']));
    case 'response.content_part.done':
      return withMember(payload, 'part', withText(part, said.parts.get(payload['content_index'])));
    case 'response.reasoning_summary_text.done':
      return withMember(payload, 'text', said.summaries.get(payload['summary_index']));
    case 'response.reasoning_summary_part.done':
      return withMember(payload, 'part', withText(part, said.summaries.get(payload['summary_index'])));
    case 'response.function_call_arguments.done':
      return withMember(payload, 'arguments', said.arguments);
    case 'response.output_item.done':
      return withMember(payload, 'item', settledItem(item, said, whole));
    default:
      return payload;
  }
}

/** The items of a snapshot, in the order in which they were added. */
function withOutput(response: JsonObject, said: readonly SaidItem[], whole: boolean): JsonObject {
  const { output } = response;
  return isArray(output)
    ? withList(response, 'output', (item, index) => settledItem(item, said[index], whole))
    : response;
}

function settledItem(item: JsonValue | undefined, said: SaidItem | undefined, whole: boolean): JsonValue | undefined {
  if (!isObject(item) || said === undefined) {
    return item;
  }
  // A completed response has no incomplete items.
  const ended = whole && item['status'] === 'incomplete' ? withMember(item, 'status', 'completed') : item;
  switch (ended['type']) {
    case 'function_call': {
      const named = withKey(withKey(ended, 'call_id', said.added['call_id']), 'name', said.added['name']);
      return withMember(named, 'arguments', said.arguments);
    }
    case 'message':
      return withList(ended, 'content', (part, index) => withText(part, said.parts.get(index)));
    case 'reasoning': {
      const summarised = withList(ended, 'summary', (part, index) => withText(part, said.summaries.get(index)));
      return withList(summarised, 'content', (part, index) => withText(part, said.parts.get(index)));
    }
    default:
      return ended;
  }
}

function addTo(
  texts: Map<JsonValue | undefined, string>,
  index: JsonValue | undefined,
  delta: JsonValue | undefined,
): void {
  texts.set(index, `${texts.get(index) ?? ''}${String(delta)}`);
}

function withText(part: JsonValue | undefined, text: string | undefined): JsonValue | undefined {
  return isObject(part) ? withMember(part, part['type'] === 'refusal' ? 'refusal' : 'text', text) : part;
}

/** The object with a member set. It is the same object if nothing changes; an absent value changes nothing. */
function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? object : withKey(object, key, value);
}

/** The object with a member set. It is the same object if nothing changes; an absent value removes the member. */
function withKey(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  return object[key] === value ? object : { ...object, [key]: value };
}

function withList(
  object: JsonObject,
  key: string,
  change: (item: JsonValue, index: number) => JsonValue | undefined,
): JsonObject {
  const list = object[key];
  if (list === undefined || !isArray(list)) {
    return object;
  }
  const changed = list.map((item, index) => change(item, index) ?? item);
  return changed.every((item, index) => item === list[index]) ? object : { ...object, [key]: changed };
}
