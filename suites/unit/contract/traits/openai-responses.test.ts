import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { isObject, type JsonObject } from '../../../../src/core/json.ts';
import {
  changed,
  inserted,
  numbered,
  orderIds,
  orderIssues,
  readBody,
  readStream,
  type Stream,
  terminal,
  whole,
  without,
} from '../openai-responses/streams.ts';

const { traits } = loadContract('openai-responses').contract;

/** Traits that speak of schemas alone; `schema-traits.test.ts` tries them. */
const schemaTraits = ['annotations-absent', 'citation-title-absent', 'format-name-absent'];

/** Every event with an id of its own, as GitHub Copilot sends them. */
function rotated(): Stream {
  return whole.map((event, index) => {
    const { item, response, item_id: itemId } = event;
    return {
      ...event,
      ...(itemId === undefined ? {} : { item_id: `rotated-${index}` }),
      ...(isObject(item) ? { item: { ...item, id: `rotated-${index}` } } : {}),
      ...(isObject(response) ? { response: { ...response, ...rotatedOutput(response, index) } } : {}),
    };
  });
}

function rotatedOutput({ output }: JsonObject, index: number): JsonObject {
  const items = Array.isArray(output) ? output : [];
  return { id: `resp-${index}`, output: items.map((item, at) => ({ ...item, id: `rotated-${index}-${at}` })) };
}

const reasoningText: Stream = inserted(
  without(without(whole, 'response.completed'), 'response.output_item.done', 0).filter(
    ({ type }) => !String(type).includes('summary'),
  ),
  'response.content_part.added',
);

/** The answer with its reasoning as text, in events of these names. */
function reasoningBy(partEvents: string, deltaEvents: string): Stream {
  const place = { output_index: 0, item_id: whole[2]?.['item'], content_index: 0 };
  const at = { ...place, item_id: isObject(place.item_id) ? place.item_id['id'] : '' };
  const item = { ...(isObject(place.item_id) ? place.item_id : {}), content: [{ type: 'reasoning_text', text: 'Hm' }] };
  const events: Stream = [
    { type: `${partEvents}.added`, ...at, part: { type: 'reasoning_text', text: '' } },
    { type: `${deltaEvents}.delta`, ...at, delta: 'Hm' },
    { type: `${deltaEvents}.done`, ...at, text: 'Hm' },
    { type: `${partEvents}.done`, ...at, part: { type: 'reasoning_text', text: 'Hm' } },
    { type: 'response.output_item.done', output_index: 0, item },
  ];
  const last = whole.at(-1)?.['response'];
  const output = isObject(last) && Array.isArray(last['output']) ? last['output'].with(0, item) : [];
  const rest = reasoningText.filter(({ output_index: index }) => index !== undefined && index !== 0);
  return numbered([...reasoningText.slice(0, 3), ...events, ...rest, terminal({ output })]);
}

const overlapping = inserted(
  without(whole, 'response.output_item.done', 0),
  'response.function_call_arguments.done',
  whole.find((event) => event['type'] === 'response.output_item.done' && event['output_index'] === 0) ?? {},
);

/** A stream of the server that each trait is for, and what is found without the trait. */
const cases: readonly (readonly [trait: string, stream: Stream, found: readonly string[]])[] = [
  ['no-sequence', whole.map((event) => ({ ...event, sequence_number: undefined })), ['sequence.absent']],
  ['ids-rotate', rotated(), ['item.changed.item_id', 'constant/response/id', 'item.sum.final']],
  ['snapshot-empty', [...whole.slice(0, -1), terminal({ output: [] })], ['item.snapshot-count']],
  ['items-overlap', overlapping, ['item.overlap']],
  [
    'reasoning-part-events',
    reasoningBy('response.reasoning_part', 'response.reasoning_text'),
    ['state.body.response.reasoning_part.added', 'part.not-open', 'state.body.response.reasoning_part.done'],
  ],
  [
    'reasoning-events-renamed',
    reasoningBy('response.content_part', 'response.reasoning'),
    ['state.body.response.reasoning.delta', 'state.body.response.reasoning.done', 'part.done-missing'],
  ],
  [
    'reasoning-part-absent',
    numbered(
      reasoningBy('response.content_part', 'response.reasoning_text').filter(
        ({ type, output_index: index }) => index !== 0 || !String(type).startsWith('response.content_part'),
      ),
    ),
    ['part.not-open'],
  ],
  ['arguments-done-optional', without(whole, 'response.function_call_arguments.done'), ['item.done-missing']],
];

describe('a trait of a server', () => {
  it.each(cases)('%s makes its streams pass, and is needed for it', (trait, stream, found) => {
    expect([...orderIds(readStream(stream))].toSorted()).toEqual([...found].toSorted());
    const { outcome, issues } = readStream(stream, { traits: [trait] });
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome).toMatchObject({
      integrity: 'complete',
      choices: [{ text: 'Hello', reasoning: 'Hm', tools: [{ argumentsRaw: '{"a":1}' }] }],
    });
  });

  it('done-after-end lets [DONE] follow, which else is against every habit but no breach', () => {
    const tail = 'data: [DONE]\n\n';
    expect(orderIssues(readStream(whole, {}, tail))).toMatchObject([{ id: 'after-end.$done', level: 'OBS' }]);
    expect(orderIds(readStream(whole, { traits: ['done-after-end'] }, tail))).toEqual([]);
    const early = readStream(whole.slice(0, -1), { traits: ['done-after-end'] }, tail);
    expect(early.outcome.integrity).toBe('no_end_marker');
    expect(orderIds(early)).toEqual(['terminal.missing']);
  });

  it('resume lets a stream begin in the middle: what came before is missing, what comes is judged', () => {
    const from = (type: string): Stream => whole.slice(whole.findIndex((event) => event['type'] === type));
    for (const type of ['response.in_progress', 'response.output_item.added', 'response.output_text.delta']) {
      const { outcome, issues } = readStream(from(type), { traits: ['resume'] });
      expect(orderIds({ issues })).toEqual([]);
      expect(outcome).toMatchObject({ id: 'resp_1', choices: [{ tools: [{ argumentsRaw: '{"a":1}' }] }] });
    }
    const broken = changed(
      from('response.output_text.delta'),
      (event) => event['type'] === 'response.function_call_arguments.done',
      (event) => ({ ...event, arguments: '{}' }),
    );
    expect(orderIds(readStream(broken, { traits: ['resume'] }))).toEqual(['item.sum.arguments']);
  });

  it('no-event-line lets the event lines be missing', () => {
    const text = whole.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    expect(orderIds(readStream([], {}, text))).toEqual(['event.line.missing']);
    expect(orderIds(readStream([], { traits: ['no-event-line'] }, text))).toEqual([]);
  });

  it('resume is what a request for the rest of an answer means, without being named', () => {
    const rest = whole.slice(whole.findIndex(({ type }) => type === 'response.output_text.delta'));
    const startingAfter = Number(rest[0]?.['sequence_number']) - 1;
    expect(orderIds(readStream(rest, { facts: { startingAfter } }))).toEqual([]);
    expect(orderIds(readStream(rest)).length).toBeGreaterThan(0);
    // What follows is numbered from there.
    expect(orderIds(readStream(rest, { facts: { startingAfter: startingAfter - 1 } }))).toEqual(['sequence.gap']);
  });

  it('is tried here, each one', () => {
    const elsewhere = [
      'done-after-end',
      'error-foreign',
      'resume',
      'no-event-line',
      'tail-unterminated',
      ...schemaTraits,
    ];
    expect([...cases.map(([trait]) => trait), ...elsewhere].toSorted()).toEqual(Object.keys(traits).toSorted());
  });

  it('still finds what it does not speak of', () => {
    const stream = rotated().toSpliced(6, 1);
    for (const trait of Object.keys(traits)) {
      expect(readStream(stream, { traits: [trait] }).issues.length).toBeGreaterThan(0);
    }
    expect(orderIds(readBody({ object: 'response', output: [] }, { traits: ['ids-rotate'] }))).toEqual([
      'terminal.missing',
    ]);
  });
});
