import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { itemsAt, type JsonPath, listAt, onlyItem, textAt, valueAt } from '../../core/json-path.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { DialectPlaces, EventData, EventPlaces, ToolPlace } from '../places.ts';

/** Chunks of generateContent. */
export const geminiPlaces: DialectPlaces = {
  read: ({ json }) => readPlaces(json),
  successEnd,
  textDelta: (events, text) => chunk(events, [candidate(0, text)]),
  join,
  unknownEvent: (events) => chunk(events, [], { relaycert_unknown: true }),
  signatures: { thoughtSignature: undefined },
  attachments: { citationMetadata: undefined, groundingMetadata: undefined, logprobsResult: undefined },
};

function readPlaces(json: JsonValue | undefined): EventPlaces {
  const candidates = itemsAt(json, ['candidates']);
  const parts = candidates.flatMap((path) => itemsAt(json, [...path, 'content', 'parts']));
  const finishes = candidates.map((path): JsonPath => [...path, 'finishReason']);
  return {
    kind: kindOf(json, finishes),
    id: ['responseId'],
    texts: parts
      .filter((path) => valueAt(json, [...path, 'thought']) !== true && textAt(json, [...path, 'text']) !== '')
      .map((path) => [...path, 'text']),
    tools: parts.flatMap((path) => toolPlaces(json, path)),
    finishes,
    usage: { at: ['usageMetadata'], unknown: undefined, alone: candidates.length === 0, provisional: false },
    indexes: candidates
      .map((path): JsonPath => [...path, 'index'])
      .filter((path) => typeof valueAt(json, path) === 'number'),
  };
}

/**
 * There is no terminal event. The chunk with the finish reason takes that role, or the one that says why no answer
 * comes.
 */
function kindOf(json: JsonValue | undefined, finishes: readonly JsonPath[]): EventPlaces['kind'] {
  if (isObject(valueAt(json, ['error']))) {
    return 'error';
  }
  const said = [...finishes, ['promptFeedback', 'blockReason']].some((path) => textAt(json, path) !== '');
  return said ? 'terminal' : 'step';
}

/** A call is whole in one part. Its arguments are an object, so they have no text to change. */
function toolPlaces(json: JsonValue | undefined, part: JsonPath): readonly ToolPlace[] {
  const call = valueAt(json, [...part, 'functionCall']);
  const name: JsonPath = [...part, 'functionCall', 'name'];
  const id: JsonPath = [...part, 'functionCall', 'id'];
  if (!isObject(call)) {
    return [];
  }
  return [
    {
      // Without an id, only what the call says tells it from others.
      call: textAt(json, id) || JSON.stringify(call),
      ...(textAt(json, name) !== '' && { name }),
      ...(textAt(json, id) !== '' && { id }),
      element: part,
    },
  ];
}

/** A chunk with the identity of the others. */
function chunk(
  events: readonly EventData[],
  candidates: readonly JsonObject[],
  members: JsonObject = {},
): EncodableFrame {
  const like = events.map(({ json }) => json).find((json) => textAt(json, ['responseId']) !== '');
  const identity = {
    modelVersion: textAt(like, ['modelVersion']) || 'relaycert',
    responseId: textAt(like, ['responseId']) || 'relaycert',
  };
  return { data: JSON.stringify({ candidates, ...identity, ...members }) };
}

/** Parts of one candidate stand in one list, up to its finish reason. Nothing else of a candidate can stand there twice. */
function join(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const [first, second] = [onlyItem(left, 'candidates'), onlyItem(right, 'candidates')];
  if (first === undefined || second === undefined || (first['index'] ?? 0) !== (second['index'] ?? 0)) {
    return undefined;
  }
  const twice = Object.keys(first).some((key) => key !== 'content' && key !== 'index' && key in second);
  if (twice || first['finishReason'] !== undefined) {
    return undefined;
  }
  const parts = [first, second].flatMap((item) => listAt(item, ['content', 'parts']));
  return { ...left, ...right, candidates: [{ ...first, ...second, content: { parts, role: 'model' } }] };
}

function candidate(index: number, text: string): JsonObject {
  return { content: { parts: [{ text }], role: 'model' }, index };
}

function successEnd(events: readonly EventData[], finish: string): readonly EncodableFrame[] {
  const finished = new Map<number, boolean>();
  for (const { json } of events) {
    for (const path of itemsAt(json, ['candidates'])) {
      const index = Number(valueAt(json, [...path, 'index']) ?? 0);
      finished.set(index, finished.get(index) === true || textAt(json, [...path, 'finishReason']) !== '');
    }
  }
  const missing = finished.size === 0 ? [0] : [...finished].filter(([, said]) => !said).map(([index]) => index);
  return missing.map((index) => chunk(events, [{ ...candidate(index, ''), finishReason: finish }]));
}
