import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';

const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'x',
  content: [],
  usage: { input_tokens: 1, output_tokens: 1 },
};
const nulls = { stop_reason: null, stop_sequence: null };
const signed = { type: 'thinking', thinking: '', signature: '' };

/** An answer that thinks; as official as these parts of it. */
function answer(start: JsonObject, block: JsonObject, end: JsonObject): readonly JsonObject[] {
  return [
    { type: 'message_start', message: { ...message, ...start } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', ...end }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
}

function read(events: readonly JsonObject[], traits: readonly string[] = []) {
  const blocks = events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`);
  return readCapture('anthropic-messages', 'stream', captureOf(Buffer.from(blocks.join(''))), { traits });
}

describe('a trait of a Messages server', () => {
  it.each([
    {
      trait: 'nulls-absent',
      events: answer({}, signed, {}),
      without: ['event.schema.message_delta', 'event.schema.message_start'],
    },
    {
      trait: 'signature-absent',
      events: answer(nulls, { type: 'thinking', thinking: '' }, { stop_sequence: null }),
      without: ['event.schema.content_block_start'],
    },
  ])('$trait makes its streams pass, and is needed for it', ({ trait, events, without }) => {
    const must = ({ issues }: ReturnType<typeof read>) =>
      [...new Set(issues.filter(({ level }) => level !== 'TOL').map(({ id }) => id))].toSorted();
    expect(must(read(events))).toEqual(without);
    expect(must(read(events, [trait]))).toEqual([]);
    expect(read(events, [trait]).outcome).toMatchObject({ integrity: 'complete', choices: [{ reasoning: 'Hm' }] });
  });

  it('is tried in a unit test, each one', () => {
    const { traits } = loadContract('anthropic-messages').contract;
    const elsewhere = ['done-after-end', 'error-foreign', 'tail-unterminated'];
    expect(Object.keys(traits).toSorted()).toEqual(['nulls-absent', 'signature-absent', ...elsewhere].toSorted());
  });
});
