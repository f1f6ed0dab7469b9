import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { itemsAt, type JsonPath, listAt, textAt, valueAt } from '../../core/json-path.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { DialectPlaces, EventData, EventPlaces, ToolPlace } from '../places.ts';

/** The counts stand among the other members of a line. */
const counts: JsonPath = [{ members: ['prompt_eval_count', 'prompt_eval_cached_count', 'eval_count'] }];

/** Lines of a chat (contracts/ollama-chat/NOTES.md). */
export const ollamaPlaces: DialectPlaces = {
  read: ({ json }) => readPlaces(json),
  successEnd: (events, finish) => [line(events, '', { done: true, done_reason: finish })],
  textDelta: (events, text) => line(events, text),
  join,
  unknownEvent: (events) => line(events, '', { relaycert_unknown: true }),
  attachments: { logprobs: undefined },
};

function readPlaces(json: JsonValue | undefined): EventPlaces {
  const done = valueAt(json, ['done']) === true;
  const failed = valueAt(json, ['error']) !== undefined;
  return {
    kind: failed ? 'error' : done ? 'terminal' : 'step',
    texts: textAt(json, ['message', 'content']) === '' ? [] : [['message', 'content']],
    tools: callPlaces(json),
    finishes: failed ? [] : [['done_reason']],
    ...(failed ? {} : { usage: { at: counts, unknown: undefined, alone: false, provisional: false } }),
    indexes: [],
    ...(failed ? {} : { required: ['model'] }),
  };
}

/** A call is whole in one line. Its arguments are an object, so there is no text of theirs to change. */
function callPlaces(json: JsonValue | undefined): readonly ToolPlace[] {
  return itemsAt(json, ['message', 'tool_calls']).map((element) => {
    const name: JsonPath = [...element, 'function', 'name'];
    const id: JsonPath = [...element, 'id'];
    return {
      // Without an id, what it says is all that tells it from others.
      call: textAt(json, id) || JSON.stringify(valueAt(json, element)),
      ...(textAt(json, name) !== '' && { name }),
      ...(textAt(json, id) !== '' && { id }),
      element,
    };
  });
}

/** Text and calls of one message stand in one line, up to the last one. Reasoning comes in lines of its own. */
function join(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const [first, second] = [left['message'], right['message']];
  if (!isObject(first) || !isObject(second) || left['done'] === true || [left, right].some(isSeparate)) {
    return undefined;
  }
  const calls = [first, second].flatMap((message) => listAt(message, ['tool_calls']));
  const content = textAt(first, ['content']) + textAt(second, ['content']);
  const outOfOrder = listAt(first, ['tool_calls']).length > 0 && textAt(second, ['content']) !== '';
  return outOfOrder
    ? undefined
    : { ...left, ...right, message: { ...first, ...second, content, ...(calls.length > 0 && { tool_calls: calls }) } };
}

function isSeparate(json: JsonObject): boolean {
  return json['logprobs'] !== undefined || textAt(json, ['message', 'thinking']) !== '';
}

/** A line with the model and the time of the others. */
function line(events: readonly EventData[], content: string, members: JsonObject = {}): EncodableFrame {
  const like = events.map(({ json }) => json).find((json) => textAt(json, ['model']) !== '');
  const data = {
    model: textAt(like, ['model']) || 'relaycert',
    created_at: textAt(like, ['created_at']) || '1970-01-01T00:00:00Z',
    message: { role: 'assistant', content },
    done: false,
    ...members,
  };
  return { data: JSON.stringify(data) };
}
