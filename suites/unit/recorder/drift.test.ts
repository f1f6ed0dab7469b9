import { describe, expect, test } from 'vitest';
import { enumeratedFields } from '../../../src/contract/schema/enumerations.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { shapeChanges, unknownThings } from '../../../src/recorder/drift.ts';
import { type Shape, shapeOf } from '../../../src/recorder/shape.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { sampleRecording } from '../../support/recording/recording-samples.ts';
import { streamScript } from '../../support/streams/sample-scripts.ts';

function readingOf(script: WireScript, dialect: (typeof dialectIds)[number]) {
  const { head, writes, ending } = script;
  return readCapture(dialect, 'stream', { head, chunks: writes, ending, endedAtMs: 0 });
}

function shape(script: WireScript, dialect: (typeof dialectIds)[number] = 'anthropic-messages'): Shape {
  return shapeOf({ ...sampleRecording, dialect, script }, readingOf(script, dialect));
}

function edited(script: WireScript, edit: (text: string, index: number) => string): WireScript {
  const texts = script.writes.map(({ bytes }, index) => edit(Buffer.from(bytes).toString('utf8'), index));
  return { ...streamScript(texts.filter((text) => text !== '')), head: script.head };
}

const lines = (before: WireScript, after: WireScript) =>
  shapeChanges(shape(before), shape(after)).map(({ sign, what, text }) => `${sign} ${what} ${text}`);

const text = dialectSamples['anthropic-messages'].streams['short-text'];

describe('two recordings of one thing', () => {
  test.each(dialectIds)(
    'of %s differ in nothing when only words, ids, counts and the number of deltas differ',
    (dialect) => {
      const before = dialectSamples[dialect].streams['short-text'];
      const after = edited(before, (block) =>
        block.replace('Good ', 'Another text ').replaceAll('_7', '_8').replaceAll('12', '99'),
      );
      expect(shapeChanges(shape(before, dialect), shape(after, dialect))).toEqual([]);
    },
  );

  test('differ in a delta more or less in nothing either, nor in a ping', () => {
    const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
    const more = edited(text, (block, index) => (index === 2 ? block + ping + block : block));
    expect(lines(text, more)).toEqual([]);
  });

  test.each([
    [
      'a new event',
      (block: string, index: number) =>
        index === 5 ? `event: news\ndata: {"type":"news","what":1}\n\n${block}` : block,
      ['+ event news'],
    ],
    [
      'an event that is gone',
      (block: string) => (block.includes('content_block_stop') ? '' : block),
      ['- event content_block_stop', '~ order after content.delta: content.completed → finish.reported'],
    ],
    [
      'a new field',
      (block: string) => block.replace('"text_delta",', '"text_delta","extra":{"deep":[true]},'),
      [
        '+ field content_block_delta /delta/extra/deep/*: boolean',
        '+ field content_block_delta /delta/extra/deep: array',
        '+ field content_block_delta /delta/extra: object',
      ],
    ],
    [
      'a field of another kind',
      (block: string) => block.replace('"stop_sequence":null},"usage"', '"stop_sequence":"x"},"usage"'),
      ['+ field message_delta /delta/stop_sequence: string', '- field message_delta /delta/stop_sequence: null'],
    ],
    [
      'a new word',
      (block: string) => block.replace('end_turn', 'brand_new'),
      ['+ value message_delta /delta/stop_reason = brand_new', '- value message_delta /delta/stop_reason = end_turn'],
    ],
  ])('%s is said', (_what, edit, wanted) => {
    expect(lines(text, edited(text, edit))).toEqual(expect.arrayContaining([...wanted]));
    for (const line of lines(text, edited(text, edit))) {
      expect(line).not.toMatch(/Good|morning/);
    }
  });

  test('status and headers are said by name, never by value', () => {
    const head = { status: 429, headers: [['X-Secret-Plan', 'a value'] as const] };
    expect(lines(text, { ...text, head })).toEqual(
      expect.arrayContaining(['~ status 200 → 429', '+ header x-secret-plan', '- header content-type']),
    );
  });

  test('what a model or a caller chose as a key is no shape', () => {
    const tool = (args: string): WireScript =>
      streamScript([`data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${args}}}]}}]}\n\n`]);
    expect(
      shapeChanges(shape(tool('{"a":1}'), 'gemini-generate'), shape(tool('{"b":{"c":2}}'), 'gemini-generate')),
    ).toEqual([]);
  });
});

describe('what the contract does not know', () => {
  test('is named once, with the file to extend', () => {
    const news = edited(text, (block, index) =>
      index === 5
        ? `event: news\ndata: {"type":"news"}\n\n${block.replace('"type":"message_delta"', '"type":"message_delta","extra":1')}`
        : block.replace('"text_delta",', '"text_delta","extra":1,'),
    );
    const found = unknownThings(readingOf(news, 'anthropic-messages'));
    expect(found).toContainEqual({
      id: 'event.unknown',
      detail: expect.any(String),
      contract: 'contracts/anthropic-messages/contract.json',
    });
    expect(found.filter(({ detail }) => detail.includes('/delta/extra'))).toEqual([
      {
        id: 'drift.unknown-field',
        detail: 'content_block_delta /delta/extra',
        contract: 'contracts/anthropic-messages/event.schema.json',
      },
    ]);
    expect(unknownThings(readingOf(text, 'anthropic-messages'))).toEqual([]);
  });
});

test.each([
  ['anthropic-messages', ['type', 'role', 'stop_reason']],
  ['openai-chat', ['object', 'role', 'finish_reason']],
  ['openai-responses', ['type', 'status']],
  ['gemini-generate', ['finishReason', 'role']],
] as const)('the schemas of %s say which fields hold words', (dialect, wanted) => {
  const fields = enumeratedFields(dialect);
  expect([...fields]).toEqual(expect.arrayContaining([...wanted]));
  expect(fields.has('text') || fields.has('id') || fields.has('content')).toBe(false);
});
