import { isArray, isObject, type JsonObject, type JsonRecord, type JsonValue } from '../../core/json.ts';
import { onlyItem } from '../../core/json-path.ts';

/** Members of a delta, in the order in which a reader takes them. */
const order = ['role', 'reasoning_content', 'content', 'refusal', 'tool_calls'];

/** One chunk that says what two say; undefined if that takes two, or if a reader would take it in another order. */
export function joinChunks(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const [first, second] = [onlyItem(left, 'choices'), onlyItem(right, 'choices')];
  if (first === undefined || second === undefined || first['index'] !== second['index']) {
    return undefined;
  }
  const { delta: said, finish_reason: finish } = first;
  const { delta: more } = second;
  const separate = [first, second].some(({ logprobs }) => (logprobs ?? null) !== null);
  if (!isObject(said) || !isObject(more) || (finish ?? null) !== null || separate) {
    return undefined;
  }
  const delta = joinDeltas(said, more);
  return delta === undefined ? undefined : { ...left, ...right, choices: [{ ...first, ...second, delta }] };
}

function joinDeltas(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const latest = Math.max(-1, ...spoken(left).map((name) => order.indexOf(name)));
  if (spoken(right).some((name) => order.indexOf(name) < latest)) {
    return undefined;
  }
  const delta: JsonRecord = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const joint = joinValues(delta[name], value);
    if (joint === undefined) {
      return undefined;
    }
    delta[name] = joint;
  }
  return delta;
}

/** The members that say something. */
function spoken(delta: JsonObject): readonly string[] {
  return Object.entries(delta).flatMap(([name, value]) => (value === null || value === '' ? [] : [name]));
}

/** Texts follow one another. So do fragments of different calls; two of one call would have to become one. */
function joinValues(left: JsonValue | undefined, right: JsonValue | undefined): JsonValue | undefined {
  if (left === undefined || left === null || right === undefined || right === null) {
    return right ?? left ?? null;
  }
  if (typeof left === 'string' && typeof right === 'string') {
    return left + right;
  }
  if (!isArray(left) || !isArray(right)) {
    return undefined;
  }
  const indexes = [...left, ...right].map((item) => (isObject(item) ? item['index'] : undefined));
  return new Set(indexes).size === indexes.length ? [...left, ...right] : undefined;
}
