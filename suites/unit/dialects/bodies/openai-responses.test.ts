import { describe, expect, it } from 'vitest';
import type { FinishKind } from '../../../../src/core/domain-event.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { dialect } from '../../../../src/dialects/openai-responses/index.ts';
import { breaches } from '../../../support/contract/schema-check.ts';
import { bodyOf } from '../support/encoding.ts';
import { choice, outcome, part, toolPart } from '../support/outcomes.ts';

const body = (given: Outcome) => bodyOf(dialect, given);
const stop = { kind: 'stop', raw: '' } as const;
const calls = { kind: 'tool_calls', raw: '' } as const;
const limit = { kind: 'length', raw: '' } as const;

/** A token as Chat and Responses report it. */
const token = (text: string): JsonObject => ({ token: text, logprob: -0.5, bytes: null, top_logprobs: [] });

describe('a Responses body', () => {
  it('is a whole response', () => {
    expect(body(outcome([choice([part('text', 'Hi')], stop)], { input: 3, output: 2 }))).toEqual({
      id: 'response-1',
      object: 'response',
      created_at: 1_700_000_000,
      status: 'completed',
      error: null,
      incomplete_details: null,
      instructions: null,
      model: 'model-1',
      output: [
        {
          id: expect.stringMatching(/^msg_[0-9a-f]{12}$/),
          type: 'message',
          status: 'completed',
          content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'Hi' }],
          role: 'assistant',
        },
      ],
      parallel_tool_calls: true,
      temperature: null,
      tool_choice: 'auto',
      tools: [],
      top_p: null,
      usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
      metadata: {},
    });
  });

  it('takes id and model from the answer where it brings them', () => {
    expect(body(outcome([choice([], stop)], {}, { id: 'resp_9', model: 'm9' }))).toMatchObject({
      id: 'resp_9',
      model: 'm9',
    });
  });

  it('holds every kind of item in order', () => {
    const item = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    const image = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'b64' };
    const annotation = { type: 'file_citation', file_id: 'f', filename: 'n', index: 0 };
    const parts = [
      part('reasoning', 'Hm', [{ name: 'encrypted_reasoning', value: 'E' }]),
      part('other', '', [{ name: 'item', value: item }]),
      part('text', 'Yes', [{ name: 'annotation', value: annotation }]),
      part('refusal', 'No.'),
      part('audio', 'DROPPED'),
      part('image', '', [{ name: 'item', value: image }]),
      toolPart('call_1', 'add', '{"a": 1.0}'),
      { ...toolPart('s', 'search', '{"q":"DROPPED"}'), kind: 'server_tool' } as const,
    ];
    const given = body(outcome([choice(parts, calls)]));
    expect(given['output']).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Hm' }], encrypted_content: 'E' },
      item,
      { type: 'message', content: [{ text: 'Yes', annotations: [annotation] }, { refusal: 'No.' }] },
      image,
      { type: 'function_call', call_id: 'call_1', name: 'add', arguments: '{"a": 1.0}', status: 'completed' },
    ]);
    expect(given['output']).toHaveLength(5);
    expect(JSON.stringify(given)).not.toContain('DROPPED');
  });

  it('joins the logprobs of all chunks', () => {
    const opaque = [
      { name: 'logprobs', value: { content: [token('a')], refusal: null } },
      { name: 'logprobs', value: { content: [token('b')], refusal: null } },
    ];
    expect(body(outcome([choice([part('text', 'ab', opaque)], stop)]))).toHaveProperty('output.0.content.0.logprobs', [
      token('a'),
      token('b'),
    ]);
  });

  it('reads a call without arguments as an empty object', () => {
    expect(body(outcome([choice([toolPart('call_1', 'now', '')], calls)]))).toHaveProperty('output.0.arguments', '{}');
  });

  it('keeps the arguments of a call that the token limit cut, and says that it is incomplete', () => {
    const parts = [toolPart('a', 'f', '{}'), toolPart('b', 'g', '{"x', { completed: false })];
    expect(body(outcome([choice(parts, limit)]))).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        { status: 'completed', arguments: '{}' },
        { status: 'incomplete', arguments: '{"x' },
      ],
    });
  });

  it('holds choice 0 only', () => {
    const given = outcome([choice([part('text', 'second')], stop, 1), choice([part('text', 'first')], stop, 0)]);
    expect(body(given)).toHaveProperty('output.0.content.0.text', 'first');
    expect(body(given)['output']).toHaveLength(1);
  });

  it.each([undefined, { kind: 'error', raw: 'error' } as const])(
    'is a failed response when there is no finish that the dialect can say (%o)',
    (finish) => {
      expect(body(outcome([choice([part('text', 'Hi')], finish)]))).toMatchObject({
        status: 'failed',
        error: { code: 'server_error' },
        output: [{ content: [{ text: 'Hi' }] }],
      });
      expect(body(outcome([]))).toMatchObject({ status: 'failed', output: [] });
    },
  );

  const kinds: readonly FinishKind[] = [
    ...(['stop', 'stop_sequence', 'length', 'context_length', 'tool_calls', 'pause'] as const),
    ...(['refusal', 'content_filter', 'compaction', 'error', 'unknown'] as const),
  ];
  it.each(kinds)('is valid after the finish %s', (kind) => {
    const parts = [part('reasoning', 'Hm'), part('text', 'Hi'), part('refusal', 'No'), toolPart('c', 'f', '')];
    const given = body(outcome([choice(parts, { kind, raw: kind })], { input: 1, output: 1 }));
    expect(breaches('openai-responses', 'response', given)).toEqual([]);
  });
});
