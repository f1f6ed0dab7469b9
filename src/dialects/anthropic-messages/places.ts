import type { JsonObject, JsonValue } from '../../core/json.ts';
import { itemsAt, type JsonPath, textAt, valueAt } from '../../core/json-path.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import {
  type DialectPlaces,
  type EventData,
  type EventPlaces,
  noPlaces,
  type ToolPlace,
  type UsagePlace,
} from '../places.ts';

/** Events of the Messages API. */
export const messagesPlaces: DialectPlaces = {
  read: ({ json }) => readPlaces(json),
  successEnd,
  textDelta: (events, text) => {
    const index = events.map(({ json }) => valueAt(json, ['index'])).find((found) => typeof found === 'number') ?? 0;
    return frame({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
  },
  unknownEvent: () => frame({ type: 'relaycert_unknown' }),
  heartbeat: frame({ type: 'ping' }),
  signatures: { signature: '' },
};

function frame(payload: JsonObject): EncodableFrame {
  return { event: textAt(payload, ['type']), data: JSON.stringify(payload) };
}

function readPlaces(json: JsonValue | undefined): EventPlaces {
  switch (textAt(json, ['type'])) {
    case 'message_start': {
      // Filled only for a turn that comes whole in its first event (contracts/anthropic-messages/NOTES.md).
      const finishes = [['message', 'stop_reason']].filter((path) => textAt(json, path) !== '');
      const usage = usagePlace(['message', 'usage'], { input_tokens: 0, output_tokens: 0 }, true);
      return { ...noPlaces, kind: 'step', id: ['message', 'id'], finishes, usage, required: ['message', 'role'] };
    }
    case 'content_block_start':
      return {
        ...noPlaces,
        kind: 'step',
        texts: given(json, [['content_block', 'text']]),
        tools: toolStart(json, ['content_block'], callOf(json)),
        indexes: [['index']],
      };
    case 'content_block_delta':
      return {
        ...noPlaces,
        kind: 'step',
        texts: given(json, [['delta', 'text']]),
        tools:
          textAt(json, ['delta', 'type']) === 'input_json_delta'
            ? [{ call: callOf(json), arguments: ['delta', 'partial_json'] }]
            : [],
        indexes: [['index']],
      };
    case 'content_block_stop':
      return { ...noPlaces, kind: 'step', tools: [{ call: callOf(json) }], indexes: [['index']] };
    case 'message_delta':
      return {
        ...noPlaces,
        kind: 'step',
        finishes: [['delta', 'stop_reason']],
        usage: usagePlace(['usage'], { output_tokens: null }, false),
      };
    case 'message_stop':
      return { ...noPlaces, kind: 'terminal' };
    case 'ping':
      return { ...noPlaces, kind: 'heartbeat' };
    case 'error':
      return { ...noPlaces, kind: 'error' };
    case 'message':
      return bodyPlaces(json);
    default:
      return { ...noPlaces, kind: 'step' };
  }
}

function bodyPlaces(json: JsonValue | undefined): EventPlaces {
  const blocks = itemsAt(json, ['content']);
  return {
    ...noPlaces,
    kind: 'body',
    id: ['id'],
    texts: given(
      json,
      blocks.map((path) => [...path, 'text']),
    ),
    // The arguments are an object there, not text.
    tools: blocks.flatMap((path) => toolStart(json, path, String(path[1])).map((tool) => ({ ...tool, element: path }))),
    finishes: [['stop_reason']],
    usage: usagePlace(['usage'], { input_tokens: null, output_tokens: null }, false),
    required: ['role'],
  };
}

function callOf(json: JsonValue | undefined): string {
  return String(valueAt(json, ['index']));
}

/** Calls that the provider runs itself are not the client's. */
function toolStart(json: JsonValue | undefined, block: JsonPath, call: string): readonly ToolPlace[] {
  return textAt(json, [...block, 'type']) === 'tool_use'
    ? [{ call, id: [...block, 'id'], name: [...block, 'name'] }]
    : [];
}

function given(json: JsonValue | undefined, paths: readonly JsonPath[]): readonly JsonPath[] {
  return paths.filter((path) => textAt(json, path) !== '');
}

function usagePlace(at: JsonPath, unknown: JsonValue, provisional: boolean): UsagePlace {
  return { at, unknown, alone: false, provisional };
}

/** `output_tokens: null` says that the total is unknown, so an invented end does not have to invent usage, too. */
function successEnd(events: readonly EventData[], finish: string): readonly EncodableFrame[] {
  const open = new Set<JsonValue | undefined>();
  let started = false;
  let finished = false;
  for (const { json } of events) {
    const type = textAt(json, ['type']);
    const index = valueAt(json, ['index']);
    if (type === 'content_block_start') {
      open.add(index);
    } else if (type === 'content_block_stop') {
      open.delete(index);
    }
    started ||= type === 'message_start';
    finished ||= readPlaces(json).finishes.some((path) => textAt(json, path) !== '');
  }
  return [
    ...(started ? [] : [frame({ type: 'message_start', message: emptyMessage })]),
    ...[...open].map((index) => frame({ type: 'content_block_stop', index })),
    ...(finished
      ? []
      : [
          frame({
            type: 'message_delta',
            delta: { stop_reason: finish, stop_sequence: null },
            usage: { output_tokens: null },
          }),
        ]),
    frame({ type: 'message_stop' }),
  ];
}

const emptyMessage: JsonObject = {
  id: 'msg_relaycert',
  type: 'message',
  role: 'assistant',
  model: 'relaycert',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
};
