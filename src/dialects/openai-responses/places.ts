import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { itemsAt, type JsonPath, textAt, valueAt } from '../../core/json-path.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import { type DialectPlaces, type EventPlaces, noPlaces, type ToolPlace } from '../places.ts';
import { responsesSuccessEnd } from './success-end.ts';

/** Events of the Responses API. Numbers are put right when the events are written. */
export const responsesPlaces: DialectPlaces = {
  read: ({ json }) => readPlaces(json),
  finishAs,
  successEnd: responsesSuccessEnd,
  textDelta: (events, text) => {
    const like = events
      .map(({ json }) => json)
      .findLast((json) => textAt(json, ['type']) === 'response.output_text.delta');
    const place = { item_id: 'msg_relaycert', output_index: 0, content_index: 0 };
    return frame({
      ...place,
      ...(isObject(like) ? like : {}),
      type: 'response.output_text.delta',
      delta: text,
      logprobs: [],
    });
  },
  unknownEvent: () => frame({ type: 'response.relaycert_unknown' }),
  heartbeat: frame({ type: 'keepalive' }),
  signatures: { encrypted_content: undefined },
  attachments: { logprobs: [] },
};

function frame(payload: JsonObject): EncodableFrame {
  const { type, ...rest } = payload;
  return { event: String(type), data: JSON.stringify({ type, sequence_number: 0, ...rest }) };
}

function readPlaces(json: JsonValue | undefined): EventPlaces {
  const type = textAt(json, ['type']);
  switch (type) {
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
      return { ...noPlaces, kind: 'step', ...snapshotPlaces() };
    case 'response.completed':
    case 'response.incomplete':
      return {
        ...noPlaces,
        kind: 'terminal',
        ...snapshotPlaces(),
        required: ['response', 'model'],
        tools: snapshotTools(json, ['response', 'output']),
        finishes: [finishPath(json, ['response'])],
      };
    case 'response.failed':
    case 'error':
      return { ...noPlaces, kind: 'error' };
    case 'keepalive':
      return { ...noPlaces, kind: 'heartbeat' };
    case '':
      return isObject(json) && json['object'] === 'response' ? bodyPlaces(json) : errorOrStep(json);
    default:
      return stepPlaces(type, json);
  }
}

function errorOrStep(json: JsonValue | undefined): EventPlaces {
  return { ...noPlaces, kind: isObject(json) && json['error'] !== undefined ? 'error' : 'step' };
}

function snapshotPlaces(): Pick<EventPlaces, 'id' | 'usage'> {
  return {
    id: ['response', 'id'],
    usage: { at: ['response', 'usage'], unknown: null, alone: false, provisional: false },
  };
}

function stepPlaces(type: string, json: JsonValue | undefined): EventPlaces {
  const indexes: readonly JsonPath[] = valueAt(json, ['output_index']) === undefined ? [] : [['output_index']];
  const text = type === 'response.output_text.delta' && textAt(json, ['delta']) !== '';
  return { ...noPlaces, kind: 'step', texts: text ? [['delta']] : [], tools: toolPieces(type, json), indexes };
}

/** Everything at the index of a call is a piece of it. */
function toolPieces(type: string, json: JsonValue | undefined): readonly ToolPlace[] {
  const call = String(valueAt(json, ['output_index']));
  switch (type) {
    case 'response.output_item.added':
    case 'response.output_item.done':
      return textAt(json, ['item', 'type']) === 'function_call' ? [{ call, ...namePlaces(['item']) }] : [];
    case 'response.function_call_arguments.delta':
      return [{ call, arguments: ['delta'] }];
    case 'response.function_call_arguments.done':
      return [{ call }];
    default:
      return [];
  }
}

function namePlaces(item: JsonPath): Pick<ToolPlace, 'id' | 'name'> {
  return { id: [...item, 'call_id'], name: [...item, 'name'] };
}

/** The calls of a list of items; the key of each is its index in the stream. */
function snapshotTools(json: JsonValue | undefined, list: JsonPath): readonly ToolPlace[] {
  return itemsAt(json, list).flatMap((path): readonly ToolPlace[] => {
    const isCall = textAt(json, [...path, 'type']) === 'function_call';
    return isCall ? [{ call: String(path.at(-1)), ...namePlaces(path), element: path }] : [];
  });
}

function bodyPlaces(json: JsonObject): EventPlaces {
  const parts = itemsAt(json, ['output']).flatMap((item) => itemsAt(json, [...item, 'content']));
  const texts = parts.map((part): JsonPath => [...part, 'text']);
  return {
    ...noPlaces,
    kind: 'body',
    id: ['id'],
    texts: texts.filter((path) => textAt(json, path) !== ''),
    tools: snapshotTools(json, ['output']).map((tool) => ({
      ...tool,
      arguments: ['output', Number(tool.call), 'arguments'],
    })),
    finishes: [finishPath(json, [])],
    usage: { at: ['usage'], unknown: null, alone: false, provisional: false },
    required: ['model'],
  };
}

/** The path of the reason if there is one, or else that of the status. */
function finishPath(json: JsonValue | undefined, response: JsonPath): JsonPath {
  const reason: JsonPath = [...response, 'incomplete_details', 'reason'];
  return textAt(json, reason) === '' ? [...response, 'status'] : reason;
}

/** A terminal event, or a body, that ends with this reason. Its type, its status and its reason change together. */
function finishAs(json: JsonObject, raw: string | null): JsonObject {
  const { response } = json;
  if (!isObject(response)) {
    return endedAs(json, raw);
  }
  const ended = endedAs(response, raw);
  return { ...json, type: raw === null ? json['type'] : `response.${String(ended['status'])}`, response: ended };
}

function endedAs(response: JsonObject, raw: string | null): JsonObject {
  switch (raw) {
    case null:
      return { ...response, status: null, incomplete_details: null };
    case 'completed':
    case 'cancelled':
      return { ...response, status: raw, incomplete_details: null };
    case 'failed':
      return {
        ...response,
        status: raw,
        incomplete_details: null,
        error: { code: 'server_error', message: 'The provider reports a failure.' },
      };
    case 'incomplete':
      return { ...response, status: raw, incomplete_details: { reason: 'relaycert_unknown' } };
    default:
      return { ...response, status: 'incomplete', incomplete_details: { reason: raw } };
  }
}
