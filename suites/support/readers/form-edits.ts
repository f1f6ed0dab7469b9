import { joinChunks } from '../../../src/core/exchange.ts';
import { isArray, isObject, type JsonValue } from '../../../src/core/json.ts';
import type { EncodableFrame } from '../../../src/wire/sse-encoder.ts';
import { streamHeaders } from '../streams/stream-bytes.ts';
import { type Answer, type Breakable, breakable, payloadOf, scriptFrom, scriptOf } from './exchange.ts';

/** Frames that belong to no stream of any dialect, or only at its end. */
const strays: Readonly<Record<string, EncodableFrame>> = {
  'cut JSON': { data: '{"cut": ' },
  'an empty object': { data: '{}' },
  'a number': { data: '7' },
  'an unknown event': { data: '{"type":"event_to_come"}', event: 'event_to_come' },
  'the done text': { data: '[DONE]' },
};

/** Errors in other envelopes, with the words of the error that stands in the right one. */
const envelopes: Readonly<Record<string, (type: string, message: string) => JsonValue>> = {
  nested: (type, message) => ({ error: { type, message } }),
  text: (_, message) => ({ error: message }),
  flat: (type, message) => ({ message, type, code: 500 }),
  detail: (_, message) => ({ detail: message }),
  list: (type, message) => [{ error: { type, message, code: 500, status: 'INTERNAL' } }],
};

/** Strays among the events, answers in the form or envelope that was not asked for, and heads that say something else. */
export function* formEdits(answers: readonly Answer[]): Generator<Breakable> {
  for (const answer of answers) {
    if (answer.mode === 'stream') {
      yield* ofStream(answer, answers);
    } else {
      yield* ofBody(answer);
    }
  }
}

function* ofStream(answer: Answer, answers: readonly Answer[]): Generator<Breakable> {
  const { frames, name } = answer;
  const body = answers.find((other) => other.mode === 'body' && other.name === name);
  const withBody = body === undefined ? strays : { ...strays, 'a whole body': body.frames[0] ?? {} };
  for (const [edit, stray] of Object.entries(withBody)) {
    const event = frames[0]?.event === undefined ? {} : { event: String(typeOf(stray) ?? 'message') };
    const framed = { ...event, ...stray };
    for (const at of [0, frames.length >> 1, frames.length]) {
      yield breakable(
        `${edit} at ${at === 0 ? 'the start' : 'a later place'}`,
        answer,
        scriptOf({ ...answer, frames: frames.toSpliced(at, 0, framed) }),
      );
    }
    yield breakable(`${edit} instead`, answer, scriptOf({ ...answer, frames: [framed] }));
    const cut = frames.toSpliced(frames.length >> 1, 1, framed);
    yield breakable(`${edit} instead of one`, answer, scriptOf({ ...answer, frames: cut }));
  }
  const bytes = joinChunks(scriptOf(answer).writes);
  yield breakable('another label', answer, scriptFrom(bytes, 200, [['content-type', 'text/html']]));
  yield { ...breakable('a stream for a body', answer, scriptOf(answer), [body ?? answer]), asked: 'body' };
  if (body !== undefined) {
    yield breakable('a body for a stream', answer, scriptOf(body));
  }
  if (name === 'failed') {
    const refused = answers.find((other) => other.name === 'refused');
    if (refused !== undefined) {
      yield breakable('an error body for a stream', answer, scriptOf({ ...refused, status: 200 }));
    }
    yield* inEnvelopes(answer, frames.length - 1);
  }
  for (const n of [1, 2, 3].filter((count) => count !== (answer.facts.n ?? 1))) {
    yield { ...breakable('another count of choices', answer, scriptOf(answer)), facts: { ...answer.facts, n } };
  }
  yield {
    ...breakable('usage was asked for', answer, scriptOf(answer)),
    facts: { ...answer.facts, includeUsage: true },
  };
  yield* withoutAlternatives(answer);
}

/** Two choices of which one never comes. */
function* withoutAlternatives(answer: Answer): Generator<Breakable> {
  for (const list of ['choices', 'candidates']) {
    for (const index of [0, 1]) {
      const frames = answer.frames.filter((frame) => !isAbout(payloadOf(frame), list, index));
      if (frames.length < answer.frames.length && frames.length > 0) {
        yield breakable(`without choice ${index}`, answer, scriptOf({ ...answer, frames }));
      }
    }
  }
}

function isAbout(payload: JsonValue | undefined, list: string, index: number): boolean {
  const items = isObject(payload) ? payload[list] : undefined;
  const [only, ...more] = items !== undefined && isArray(items) ? items : [];
  return more.length === 0 && isObject(only) && only['index'] === index;
}

function* ofBody(answer: Answer): Generator<Breakable> {
  const bytes = joinChunks(scriptOf(answer).writes);
  const { status, name } = answer;
  yield breakable('another label', answer, scriptFrom(bytes, status, [['content-type', 'text/plain']]));
  yield breakable('cut JSON', answer, scriptFrom(bytes.subarray(0, bytes.length - 5), status, streamLess));
  if (name === 'refused') {
    yield breakable('an error under success', answer, scriptOf({ ...answer, status: 200 }));
    const page = Buffer.from('<html>Bad Gateway</html>');
    yield breakable('a page', answer, scriptFrom(page, status, [['content-type', 'text/html']]));
    yield* inEnvelopes(answer, 0);
    const stream = scriptFrom(bytes, status, streamHeaders(answer.dialect));
    yield breakable('an error under the label of a stream', answer, stream);
  }
}

const streamLess = [['content-type', 'application/json']] as const;

function* inEnvelopes(answer: Answer, at: number): Generator<Breakable> {
  const [type, message] = wordsOf(payloadOf(answer.frames[at] ?? {}));
  for (const [edit, envelope] of Object.entries(envelopes)) {
    const frames = answer.frames.map((frame, index) =>
      index === at ? { ...frame, data: JSON.stringify(envelope(type, message)) } : frame,
    );
    yield breakable(`envelope ${edit}`, answer, scriptOf({ ...answer, frames }));
  }
}

function wordsOf(payload: JsonValue | undefined): readonly [type: string, message: string] {
  const error = isObject(payload) ? (payload['error'] ?? payload) : undefined;
  const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : 'server_error');
  return isObject(error)
    ? [text(error['type'] ?? error['status']), text(error['message'])]
    : ['server_error', text(error)];
}

function typeOf(frame: EncodableFrame): JsonValue | undefined {
  const payload = payloadOf(frame);
  return isObject(payload) ? payload['type'] : undefined;
}
