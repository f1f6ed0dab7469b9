import { describe, expect, it } from 'vitest';
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type Parsed,
  parseJson,
} from '../../../../src/core/json.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import type { Mode } from '../../../../src/core/route.ts';
import { dialect } from '../../../../src/dialects/openai-responses/index.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { type CorpusRow, corpusFolder, corpusFrames, corpusRows } from '../../../support/corpus/corpus.ts';
import { traitsOf } from '../../../support/corpus/dialects.ts';
import { captureOf, corpusCapture, factsOf, mustIssueIds } from '../../../support/streams/law-streams.ts';
import { streamBytes } from '../../../support/streams/stream-bytes.ts';
import { options, payloads } from '../support/encoding.ts';

const rows = corpusRows().filter((row) => row.dialect === 'openai-responses' && row.httpStatus === 200);

function read(row: CorpusRow): Reading {
  const mode: Mode = row.stream ? 'stream' : 'body';
  return readCapture('openai-responses', mode, corpusCapture(row), { traits: traitsOf(row, 'openai-responses') });
}

function written(reading: Reading): readonly JsonObject[] {
  const encoder = dialect.createEncoder({ ...options, created: 0 });
  return payloads(reading.events.flatMap((event) => encoder.push(event)));
}

function readAgain(reading: Reading): Reading {
  const frames = written(reading).map((payload) => ({ event: String(payload['type']), data: JSON.stringify(payload) }));
  return readCapture('openai-responses', 'stream', captureOf(streamBytes(dialect.id, frames)));
}

/** What an answer says, without how it was measured. As JSON, where -0 is 0. */
function substance({ id, model, choices, usage, error, phase }: Outcome): Parsed {
  const finish = (raw: string | undefined): string | undefined => (raw === 'response.compaction' ? 'completed' : raw);
  const said = {
    id: id ?? options.id,
    model: model ?? options.model,
    choices: choices.map((choice) => ({
      parts: choice.parts,
      kind: choice.finish?.kind,
      raw: finish(choice.finish?.raw),
    })),
    usage,
    phase,
    error: error?.message,
  };
  return parseJson(JSON.stringify(said));
}

const whole = rows.filter((row) => ['complete', 'provider_error'].includes(read(row).outcome.integrity));

describe.skipIf(corpusFolder() === undefined)('a recorded response', () => {
  it('is measured on enough of them', () => {
    expect(whole.length).toBeGreaterThan(330);
  });

  /** Lists of tools that overlap are written one after the other, in the order of their ends. */
  const overlapping = 'openai-test-openai-responses-model-mcp-list-tools-stream-backfills-missing-results-0-144397';

  it.each(whole.filter(({ id }) => !id.endsWith(overlapping)))(
    'keeps its outcome when it is written anew: $id',
    (row) => {
      const reading = read(row);
      const again = readAgain(reading);
      expect(mustIssueIds(again)).toEqual([]);
      expect(substance(again.outcome)).toEqual(substance(reading.outcome));
    },
  );

  it.each(whole.filter((row) => read(row).outcome.integrity === 'complete'))('says the same as a body: $id', (row) => {
    const { outcome } = read(row);
    const bytes = Buffer.from(JSON.stringify(dialect.encodeBody(outcome, options)));
    const body = readCapture(
      'openai-responses',
      'body',
      captureOf(bytes, { headers: [['content-type', 'application/json']] }),
    );
    expect(mustIssueIds(body)).toEqual([]);
    if (!row.id.endsWith(overlapping)) {
      expect(substance(body.outcome)).toEqual(substance(outcome));
    }
  });
});

const plainItems: readonly (JsonValue | undefined)[] = ['message', 'reasoning', 'function_call'];

/** Whether the answer is made of what events can say: no items of other kinds, no boundaries that are lost. */
function isPlain(events: readonly JsonObject[]): boolean {
  const kinds = events
    .filter(({ type }) => type === 'response.output_item.added')
    .map(({ item }) => (isObject(item) ? item['type'] : undefined));
  return (
    kinds.every((kind, index) => plainItems.includes(kind) && (kind !== 'message' || kinds[index + 1] !== 'message')) &&
    events.every(({ type, summary_index: summary }) => type !== 'response.queued' && (summary ?? 0) === 0)
  );
}

/** The provider's own streams with their payloads; what was resumed lacks its beginning. */
const provided = rows
  .filter((row) => row.server === 'openai' && row.stream && row.byteFidelity !== 'chunks-reframed')
  .filter((row) => factsOf(row).startingAfter === undefined)
  .map((row) => ({ row, original: corpusFrames(row).flatMap((frame) => payloads([{ data: frame.data }])) }))
  .filter(({ row, original }) => isPlain(original) && traitsOf(row, 'openai-responses').length === 0);

describe.skipIf(corpusFolder() === undefined)('the encoder writes what OpenAI writes', () => {
  it('is measured on enough streams', () => {
    expect(provided.length).toBeGreaterThan(30);
  });

  it.each(provided)('$row.id', ({ row, original }) => {
    const ours = written(read(row));
    expect(ours.map(place)).toEqual(original.map(place));
    ours.forEach((payload, index) => {
      const theirs = original[index] ?? {};
      // OpenAI says more (tiers, limits, the tools of the request); what we say must be what it says.
      expect(nameless(theirs)).toMatchObject(comparable(payload, theirs));
    });
  });
});

function place(payload: JsonObject): object {
  const {
    type,
    sequence_number: number,
    output_index: output,
    content_index: content,
    summary_index: summary,
  } = payload;
  return { type, number, output, content, summary };
}

/** Without ids, which are made up anew, and without what only repeats the request. */
function comparable(ours: JsonObject, theirs: JsonObject): object {
  const { response, logprobs, ...rest } = ours;
  const snapshot = isObject(response) ? { response: comparableSnapshot(response) } : {};
  const tokens = logprobs !== undefined && 'logprobs' in theirs ? { logprobs } : {};
  return Object(nameless({ ...rest, ...tokens, ...snapshot }));
}

function comparableSnapshot(response: JsonObject): JsonObject {
  const { status, error, incomplete_details: details, object, output, model, usage } = response;
  return { status, error, incomplete_details: details, object, output, model, usage };
}

/** Ids are made up anew, encryption differs from event to event, and old snapshots have no logprobs. */
const apart: readonly string[] = ['id', 'item_id', 'encrypted_content', 'logprobs'];

function nameless(value: JsonValue): JsonValue {
  if (isArray(value)) {
    return value.map(nameless);
  }
  if (isObject(value)) {
    const kept = Object.entries(value).filter(([key]) => !apart.includes(key));
    return Object.fromEntries(kept.map(([key, inner]) => [key, inner === undefined ? inner : nameless(inner)]));
  }
  return value;
}
