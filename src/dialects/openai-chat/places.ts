import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { itemsAt, type JsonPath, textAt, valueAt } from '../../core/json-path.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import { type DialectPlaces, type EventData, type EventPlaces, noPlaces, type ToolPlace } from '../places.ts';
import { joinChunks } from './join-chunks.ts';

const done: EncodableFrame = { data: '[DONE]' };

/** Chunks of Chat Completions. */
export const chatPlaces: DialectPlaces = {
  read: readPlaces,
  successEnd,
  textDelta: (events, text) =>
    chunk(events, { choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  join: joinChunks,
  unknownEvent: (events) => chunk(events, { choices: [], relaycert_unknown: true }),
  usageEvent: (events, usage) => chunk(events, { choices: [], usage }),
  attachments: { logprobs: null, annotations: undefined },
};

function readPlaces({ data, json }: EventData): EventPlaces {
  if (data === done.data) {
    return { ...noPlaces, kind: 'terminal' };
  }
  if (isObject(json) && (isObject(json['error']) || json['object'] === 'error')) {
    return { ...noPlaces, kind: 'error' };
  }
  const choices = itemsAt(json, ['choices']);
  // Perplexity repeats the whole message in every chunk, beside its delta.
  const body = choices.some(
    (choice) => isObject(valueAt(json, [...choice, 'message'])) && !isObject(valueAt(json, [...choice, 'delta'])),
  );
  const says = body ? 'message' : 'delta';
  const tools = choices.flatMap((choice) => toolPlaces(json, choice, [...choice, says, 'tool_calls']));
  return {
    kind: body ? 'body' : 'step',
    id: ['id'],
    texts: choices.map((choice) => [...choice, says, 'content']).filter((path) => textAt(json, path) !== ''),
    tools: tools.map(({ place }) => place),
    finishes: choices.map((choice) => [...choice, 'finish_reason']),
    usage: {
      at: ['usage'],
      unknown: body ? undefined : null,
      alone: !body && choices.length === 0,
      provisional: false,
    },
    indexes: body ? [] : tools.map(({ element }) => [...element, 'index']),
    required: ['model'],
  };
}

function toolPlaces(
  json: JsonValue | undefined,
  choice: JsonPath,
  list: JsonPath,
): readonly { readonly place: ToolPlace; readonly element: JsonPath }[] {
  const elements = itemsAt(json, list);
  return elements.map((element, position) => {
    const index = valueAt(json, [...element, 'index']) ?? position;
    const name: JsonPath = [...element, 'function', 'name'];
    const id: JsonPath = [...element, 'id'];
    const text: JsonPath = [...element, 'function', 'arguments'];
    return {
      element,
      place: {
        call: `${valueAt(json, [...choice, 'index'])}/${index}`,
        ...(textAt(json, name) !== '' && { name }),
        ...(textAt(json, id) !== '' && { id }),
        ...(typeof valueAt(json, text) === 'string' && { arguments: text, repeats: { id, name } }),
        // OpenAI sends no empty list.
        element: elements.length === 1 ? list : element,
      },
    };
  });
}

/** A chunk with the identity of the others. */
function chunk(events: readonly EventData[], members: JsonObject): EncodableFrame {
  const like = events.map(({ json }) => json).find((json) => textAt(json, ['id']) !== '');
  const identity = {
    id: textAt(like, ['id']) || 'chatcmpl-relaycert',
    object: 'chat.completion.chunk',
    created: valueAt(like, ['created']) ?? 0,
    model: textAt(like, ['model']) || 'relaycert',
  };
  const usage = isObject(like) && 'usage' in like ? { usage: null } : {};
  return { data: JSON.stringify({ ...identity, ...usage, ...members }) };
}

function successEnd(events: readonly EventData[], finish: string): readonly EncodableFrame[] {
  const finished = new Map<number, boolean>();
  for (const { json } of events) {
    for (const choice of itemsAt(json, ['choices'])) {
      const index = valueAt(json, [...choice, 'index']);
      if (typeof index === 'number') {
        finished.set(index, finished.get(index) === true || textAt(json, [...choice, 'finish_reason']) !== '');
      }
    }
  }
  const missing = [...finished].filter(([, said]) => !said).map(([index]) => index);
  return [
    ...missing.map((index) => chunk(events, { choices: [{ index, delta: {}, finish_reason: finish }] })),
    ...(finished.size > 0
      ? []
      : [chunk(events, { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: finish }] })]),
    done,
  ];
}
