import { isArray, isObject, type JsonObject, type JsonRecord, type JsonValue } from '../../../src/core/json.ts';
import type { Random } from '../../../src/core/random.ts';
import { encodeSse } from '../../../src/wire/sse-encoder.ts';

/** The payloads of a Messages stream in order; `undefined` stands for one that is not JSON. */
export type Payloads = readonly (JsonValue | undefined)[];

/** One seeded change of a stream, small enough that its effect can be foretold. */
type Change = (payloads: Payloads, random: Random) => Payloads;

const eventTypes = [
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
  'event_to_come',
];
const blockTypes = ['text', 'thinking', 'tool_use', 'server_tool_use', 'redacted_thinking', 'block_to_come'];
const deltaTypes = [
  'text_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'citations_delta',
  'new_delta',
];

const error: JsonValue = {
  type: 'error',
  error: { type: 'overloaded_error', message: 'Overloaded' },
  request_id: null,
};
const delta: JsonValue = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'late' } };

const changes: Readonly<Record<string, Change>> = {
  drop: (payloads, random) => payloads.toSpliced(random.integer(payloads.length), 1),
  duplicate: (payloads, random) => {
    const at = random.integer(payloads.length);
    return payloads.toSpliced(at, 0, payloads[at]);
  },
  swap: (payloads, random) => {
    const at = random.integer(Math.max(1, payloads.length - 1));
    return payloads.toSpliced(at, 2, ...payloads.slice(at, at + 2).toReversed());
  },
  move: (payloads, random) => {
    const from = random.integer(payloads.length);
    return payloads.toSpliced(from, 1).toSpliced(random.integer(payloads.length), 0, payloads[from]);
  },
  index: (payloads, random) =>
    edit(payloads, random, (event) =>
      typeof event['index'] === 'number' ? { ...event, index: event['index'] + random.pick([-1, 1, 2]) } : event,
    ),
  'index-lost': (payloads, random) => edit(payloads, random, (event) => without(event, 'index')),
  'event-type': (payloads, random) => edit(payloads, random, (event) => ({ ...event, type: random.pick(eventTypes) })),
  'block-type': (payloads, random) =>
    edit(payloads, random, (event) => inside(event, 'content_block', { type: random.pick(blockTypes) })),
  'delta-type': (payloads, random) =>
    edit(payloads, random, (event) => inside(event, 'delta', { type: random.pick(deltaTypes) })),
  'block-text': (payloads, random) =>
    edit(payloads, random, (event) => inside(event, 'content_block', { text: 'start ', thinking: 'start ' })),
  'block-input': (payloads, random) =>
    edit(payloads, random, (event) => inside(event, 'content_block', { input: { a: [1, { b: 'c' }] } })),
  'finish-lost': (payloads, random) =>
    edit(payloads, random, (event) => inside(event, 'delta', { stop_reason: random.pick([null, '']) })),
  'key-lost': (payloads, random) =>
    edit(payloads, random, (event) => without(event, random.pick(Object.keys(event).concat('')))),
  prefilled: (payloads, random) =>
    edit(payloads, random, (event) => inside(event, 'message', random.pick([{ stop_reason: 'end_turn' }, prefill]))),
  cut: (payloads, random) => payloads.slice(0, random.integer(payloads.length)),
  'second-terminal': (payloads) => [...payloads, { type: 'message_stop' }],
  'second-start': (payloads, random) => payloads.toSpliced(random.integer(payloads.length + 1), 0, payloads[0]),
  'delta-after': (payloads) => [...payloads, delta],
  'error-between': (payloads, random) => payloads.toSpliced(random.integer(payloads.length + 1), 0, error),
  'ping-between': (payloads, random) => payloads.toSpliced(random.integer(payloads.length + 1), 0, { type: 'ping' }),
  'closing-twice': (payloads, random) => {
    const at = payloads.findLastIndex((event) => isObject(event) && event['type'] === 'message_delta');
    const again = payloads[at];
    return at === -1 || !isObject(again)
      ? payloads
      : payloads.toSpliced(at, 0, inside(again, 'delta', { stop_reason: random.pick([null, 'end_turn', 'tool_use']) }));
  },
  garbage: (payloads, random) => payloads.toSpliced(random.integer(payloads.length + 1), 0, undefined),
  'no-object': (payloads, random) =>
    payloads.toSpliced(random.integer(payloads.length), 1, random.pick<JsonValue>([null, 7, 'text', [], {}])),
};

const prefill: JsonObject = {
  stop_reason: 'tool_use',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: 1 } }],
};

/** The names of all changes, for counting that each was tried. */
export const changeNames: readonly string[] = Object.keys(changes);

/** The stream after one to three changes, with their names. */
export function mutant(
  payloads: Payloads,
  random: Random,
): { readonly names: readonly string[]; readonly payloads: Payloads } {
  const names = Array.from({ length: 1 + random.integer(3) }, () => random.pick(changeNames));
  return {
    names,
    payloads: names.reduce(
      (current, name) => (current.length === 0 ? current : (changes[name]?.(current, random) ?? current)),
      payloads,
    ),
  };
}

/** The bytes of a stream: `event:` is the payload's own type, as the API has it. */
export function messagesBytes(payloads: Payloads): Uint8Array {
  const frames = payloads.map((payload) => {
    const type = isObject(payload) && typeof payload['type'] === 'string' ? payload['type'] : 'message';
    return encodeSse({ event: type, data: payload === undefined ? '{"type": "cut' : JSON.stringify(payload) });
  });
  return Buffer.concat(frames);
}

/** Changes one event to which the change applies, if there is one near a random place. */
function edit(payloads: Payloads, random: Random, change: (event: JsonObject) => JsonObject): Payloads {
  const first = random.integer(payloads.length);
  for (let step = 0; step < payloads.length; step += 1) {
    const at = (first + step) % payloads.length;
    const event = payloads[at];
    const changed = isObject(event) ? change(event) : event;
    if (changed !== event) {
      return payloads.with(at, changed);
    }
  }
  return payloads;
}

function inside(event: JsonObject, key: string, given: JsonObject): JsonObject {
  const inner = event[key];
  return isObject(inner) && !isArray(inner) ? { ...event, [key]: { ...inner, ...given } } : event;
}

function without(event: JsonObject, key: string): JsonObject {
  if (!Object.hasOwn(event, key)) {
    return event;
  }
  const rest: JsonRecord = { ...event };
  delete rest[key];
  return rest;
}
