import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import type { Issue } from '../../../../src/core/issue.ts';
import { isObject, type JsonObject, parseJson } from '../../../../src/core/json.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import { dialect } from '../../../../src/dialects/openai-responses/index.ts';
import { type ReadOptions, readCapture } from '../../../../src/outcome/read-capture.ts';
import { encodeSse } from '../../../../src/wire/sse-encoder.ts';

/** The events of a stream, to be changed and read. */
export type Stream = readonly JsonObject[];

const at = (part: number): { readonly choice: number; readonly part: number } => ({ choice: 0, part });

/** Reasoning, a text, a refusal and a call: an event of every common kind. */
const answer: readonly DomainEventBody[] = [
  { kind: 'response.started', id: 'resp_1', model: 'm' },
  { kind: 'reasoning.started', at: at(0) },
  { kind: 'reasoning.delta', at: at(0), text: 'H' },
  { kind: 'reasoning.delta', at: at(0), text: 'm' },
  { kind: 'reasoning.completed', at: at(0) },
  { kind: 'content.started', at: at(1), part: 'text' },
  { kind: 'content.delta', at: at(1), text: 'Hel' },
  { kind: 'content.delta', at: at(1), text: 'lo' },
  { kind: 'content.completed', at: at(1) },
  { kind: 'refusal.delta', at: at(2), text: 'No' },
  { kind: 'tool.started', at: at(3), owner: 'client', id: 'call_1', name: 'add' },
  { kind: 'tool.arguments.delta', at: at(3), text: '{"a"' },
  { kind: 'tool.arguments.delta', at: at(3), text: ':1}' },
  { kind: 'tool.completed', at: at(3) },
  { kind: 'finish.reported', choice: 0, finish: 'tool_calls', raw: 'tool_calls' },
  { kind: 'usage.reported', usage: { input: 3, output: 2 } },
  { kind: 'response.completed' },
];

/** A whole answer: item 0 is reasoning, item 1 a message with a text and a refusal, item 2 a call. */
export const whole: Stream = encoded(answer);

function encoded(events: readonly DomainEventBody[]): Stream {
  const encoder = dialect.createEncoder({ id: 'resp_1', model: 'm', created: 0, includeUsage: true });
  return events
    .flatMap((event) => encoder.push(event))
    .flatMap(({ data = '' }) => {
      const parsed = parseJson(data);
      return parsed.ok && isObject(parsed.value) ? [parsed.value] : [];
    });
}

/** An answer that holds these items, each with the events between its beginning and its end. */
export function withItems(
  ...items: readonly { readonly added: JsonObject; readonly events?: Stream; readonly done: JsonObject }[]
): Stream {
  const [created = {}, progress = {}] = whole;
  const body = items.flatMap(
    ({ added, events = [], done }, index): Stream => [
      { type: 'response.output_item.added', output_index: index, item: added },
      ...events.map((event) => ({ output_index: index, item_id: added['id'], ...event })),
      { type: 'response.output_item.done', output_index: index, item: done },
    ],
  );
  return numbered([created, progress, ...body, terminal({ output: items.map(({ done }) => done) })]);
}

/** The terminal event of `whole`, with other members. */
export function terminal(members: JsonObject): JsonObject {
  const last = whole.at(-1) ?? {};
  const { response } = last;
  return { ...last, response: isObject(response) ? { ...response, ...members } : members };
}

export function numbered(stream: Stream): Stream {
  return stream.map((event, index) => ({ ...event, sequence_number: index }));
}

/** Every event for which `applies` holds, with other members. */
export function changed(
  stream: Stream,
  applies: (event: JsonObject) => boolean,
  change: (event: JsonObject) => JsonObject,
): Stream {
  return stream.map((event) => (applies(event) ? change(event) : event));
}

/** The stream without the events of this type, or without those of one item. */
export function without(stream: Stream, type: string, outputIndex?: number): Stream {
  return numbered(
    stream.filter(
      (event) => event['type'] !== type || (outputIndex ?? event['output_index']) !== event['output_index'],
    ),
  );
}

/** The stream with events put in before the first of this type. */
export function inserted(stream: Stream, before: string, ...events: Stream): Stream {
  const index = stream.findIndex(({ type }) => type === before);
  return numbered(stream.toSpliced(index, 0, ...events));
}

export function readStream(stream: Stream, options: ReadOptions = {}, tail = ''): Reading {
  const blocks = stream.map((event) => encodeSse({ event: String(event['type']), data: JSON.stringify(event) }));
  return readCapture(
    'openai-responses',
    'stream',
    {
      head: { status: 200, headers: [['content-type', 'text/event-stream']] },
      chunks: [{ atMs: 0, bytes: Buffer.concat([...blocks, Buffer.from(tail)]) }],
      ending: 'clean',
      endedAtMs: 0,
    },
    options,
  );
}

export function readBody(body: JsonObject, options: ReadOptions = {}, status = 200): Reading {
  return readCapture(
    'openai-responses',
    'body',
    {
      head: { status, headers: [['content-type', 'application/json']] },
      chunks: [{ atMs: 0, bytes: Buffer.from(JSON.stringify(body)) }],
      ending: 'clean',
      endedAtMs: 0,
    },
    options,
  );
}

/** What the order rules say, each id once: schemas and drift apart. */
export function orderIssues({ issues }: Pick<Reading, 'issues'>): readonly Issue[] {
  const own = issues.filter(({ id, level }) => level !== 'TOL' && !id.startsWith('event.schema.'));
  return own.filter(({ id }, index) => own.findIndex((other) => other.id === id) === index);
}

export function orderIds(reading: Pick<Reading, 'issues'>): readonly string[] {
  return orderIssues(reading).map(({ id }) => id);
}
