import { describe, expect, test } from 'vitest';
import { envelopeKinds } from '../../src/contract/foreign-envelope.ts';
import { issueIds } from '../../src/contract/issue-ids.ts';
import { loadContract } from '../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Ending } from '../../src/core/exchange.ts';
import { isArray, isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import type { Reading } from '../../src/core/reading.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import type { EncodableFrame } from '../../src/wire/sse-encoder.ts';
import { captureOf, ownRecordings, recordedCapture } from '../support/streams/law-streams.ts';
import { streamBytes, streamHeaders } from '../support/streams/stream-bytes.ts';
import { isAbout, unspokenEvents } from '../support/streams/unspoken-events.ts';

type Frames = readonly EncodableFrame[];
type Change = (frames: Frames, random: Random) => Frames;

const values: readonly JsonValue[] = [
  null,
  '',
  0,
  1,
  7,
  true,
  'stop',
  'error',
  'word to come',
  '\ud83d',
  [],
  {},
  [{}],
  { type: 'text' },
];
const strays: Frames = [
  { data: '[DONE]' },
  { data: '{"cut": ' },
  { data: '7' },
  { data: '{}' },
  { data: '{"type":"event_to_come"}', event: 'event_to_come' },
  { data: '{"error":{"message":"m","type":"server_error","param":null,"code":null}}' },
  { data: '{"type":"error","error":{"type":"overloaded_error","message":"m"},"request_id":null}', event: 'error' },
  { data: '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"a"}}]}' },
  { data: '{"type":"message","content":[]}', event: 'message' },
  { data: '{"id":"r","object":"response","status":"in_progress","output":[]}' },
  { data: '{}', event: 'other' },
  { data: '{"promptFeedback":{"blockReason":"OTHER"}}' },
  { data: '{"promptFeedback":{"blockReason":"SAFETY"},"candidates":[{}]}' },
  { data: '{"candidates":[{"index":2,"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}' },
  { data: '{"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]}' },
  { data: '{"candidates":[{"finishReason":"STOP"}]}', comments: ['ping'] },
  { data: '{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}', retry: 1, id: '\0' },
  { data: '{"error":"m"}' },
  { data: '{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"","arguments":{}}}]}}' },
];

/** What may go wrong with any stream, in any dialect. */
const changes: readonly Change[] = [
  (frames, random) => frames.toSpliced(random.integer(frames.length), 1),
  (frames, random) => {
    const at = random.integer(frames.length);
    return frames.toSpliced(at, 0, ...frames.slice(at, at + 1));
  },
  (frames, random) => {
    const at = random.integer(frames.length);
    return frames.toSpliced(at, 2, ...frames.slice(at, at + 2).toReversed());
  },
  (frames, random) => frames.slice(0, random.integer(frames.length + 1)),
  (frames, random) => frames.slice(random.integer(frames.length)),
  (frames, random) => frames.toSpliced(random.integer(frames.length + 1), 0, random.pick(strays)),
  (frames, random) => [...frames, random.pick(frames)],
  // Where an event is out of place, reading goes on in another state: each stream shows only the first.
  (frames, random) => [random.pick([...strays, ...frames]), random.pick(frames), ...frames],
  (frames, random) => editOne(frames, random, (frame) => ({ ...frame, event: random.pick(['', 'other', 'error']) })),
  (frames, random) => editOne(frames, random, ({ data }) => ({ ...(data === undefined ? {} : { data }) })),
  (frames, random) => editOne(frames, random, (frame) => ({ ...frame, data: edited(frame.data ?? '', random) })),
  (frames, random) => editOne(frames, random, (frame) => ({ ...frame, data: edited(frame.data ?? '', random) })),
  (frames, random) => frames.map((frame) => ({ ...frame, data: edited(frame.data ?? '', random) })),
];

function editOne(frames: Frames, random: Random, edit: (frame: EncodableFrame) => EncodableFrame): Frames {
  const at = random.integer(frames.length);
  return frames.map((frame, index) => (index === at ? edit(frame) : frame));
}

/** The payload with one field, at any depth, removed or changed. */
function edited(data: string, random: Random): string {
  const parsed = parseJson(data);
  return parsed.ok ? JSON.stringify(editedValue(parsed.value, random)) : data;
}

function editedValue(value: JsonValue, random: Random): JsonValue {
  if (isArray(value) && value.length > 0 && random.integer(4) > 0) {
    const at = random.integer(value.length);
    return value.with(at, editedValue(value[at] ?? null, random));
  }
  if (isObject(value) && Object.keys(value).length > 0 && random.integer(6) > 0) {
    const key = random.pick(Object.keys(value));
    const { [key]: inner = null, ...rest } = value;
    return random.integer(5) === 0 ? rest : { ...value, [key]: editedValue(inner, random) };
  }
  return random.pick(values);
}

/** Readings of changed recordings, the same for the same seed. */
function* hostileReadings(dialect: DialectId, count: number): Generator<Reading> {
  const random = createRandom(`issue ids of ${dialect}`);
  const recordings = ownRecordings.filter((recording) => recording.dialect === dialect);
  for (let turn = 0; turn < count; turn += 1) {
    const recording = random.pick(recordings);
    let frames: Frames = readCapture(dialect, 'stream', recordedCapture(recording)).frames.map(({ event, data }) => ({
      data,
      ...(event === undefined ? {} : { event }),
    }));
    for (let step = random.integer(4); step > 0 && frames.length > 0; step -= 1) {
      frames = random.pick(changes)(frames, random);
    }
    const bytes = streamBytes(dialect, frames);
    const ending = random.pick<Ending>(['clean', 'clean', 'fin', 'rst', 'aborted']);
    const status = random.pick([200, 200, 200, 200, 500]);
    const cut = random.integer(5) === 0 ? bytes.subarray(0, random.integer(bytes.length + 1)) : bytes;
    const facts = { ...recording.facts, n: random.pick([1, 1, 2]) };
    const capture = captureOf(cut, { status, ending, headers: streamHeaders(dialect) });
    yield readCapture(dialect, random.pick(['stream', 'stream', 'body']), capture, { facts });
  }
}

/** What a head or a document shows, and no change of the frames of a stream. */
const ofHeads = [
  ...envelopeKinds.map((kind) => `error.envelope.${kind}`),
  'head.stream-type',
  'head.body-type',
  'event.error-body-in-stream',
  'error.under-success',
];

/** What only fields of an event stream can show. */
const ofEventStreams = [
  'event.line.unexpected',
  'wire.unknown-field',
  'wire.invalid-retry',
  'wire.id-with-nul',
  'wire.foreign-bytes',
  'wire.event-without-data',
  'wire.field-without-data',
  'wire.comment-after-id',
];

describe.each(dialectIds)('the issue ids of %s', (dialect) => {
  const known = issueIds(loadContract(dialect).contract);
  const readings = [...hostileReadings(dialect, 2_000)];

  test('include every issue that is found in a broken stream, with its topic and level', () => {
    const seen = new Map(
      readings.flatMap(({ issues }) => issues.map(({ id, topic, level }) => [id, { topic, level }])),
    );
    for (const [id, { topic, level }] of seen) {
      // Places of a schema that no reader misses have a level of their own.
      const ofPlace = id.startsWith('event.schema.') && level === 'OBS';
      expect(known.get(id), id).toMatchObject(ofPlace ? { topic } : { topic, level });
    }
  });

  test('mostly occur in streams that are broken at random', () => {
    const seen = new Set(readings.flatMap(({ issues }) => issues.map(({ id }) => id)));
    const silent = unspokenEvents(dialect);
    const isSse = dialects[dialect].streams.some(({ style }) => style.framing === 'sse');
    const causable = [...known.keys()].filter(
      (id) => !isAbout(id, silent) && !ofHeads.includes(id) && (isSse || !ofEventStreams.includes(id)),
    );
    const missed = causable.filter((id) => !seen.has(id));
    expect(missed.length, missed.join(' ')).toBeLessThan(causable.length / 3);
  });

  test('can be derived for each trait of the contract, too', () => {
    for (const trait of Object.keys(loadContract(dialect).contract.traits)) {
      expect(issueIds(loadContract(dialect, [trait]).contract).size).toBeGreaterThan(0);
    }
  });
});
