import { describe, expect, it } from 'vitest';
import { compileDrift, mostDrifts } from '../../../../src/contract/schema/drift.ts';
import { drifts } from '../../../support/contract/schema-check.ts';

const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };

describe('drift', () => {
  it('is empty for a payload that the contract knows whole', () => {
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } };
    expect(drifts('anthropic-messages', { event: 'content_block_delta' }, delta)).toEqual([]);
    const chunk = {
      ...head,
      choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null, logprobs: null }],
      usage: null,
    };
    expect(drifts('openai-chat', { event: 'chunk' }, chunk)).toEqual([]);
  });

  it('does not take one payload for another that it has seen: alike in fields, or with one more, one less, one deeper', () => {
    const clean = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } };
    const more = { ...clean, extra: 1 };
    const deeper = { ...clean, delta: { type: 'text_delta', text: 'a', extra: 1 } };
    const renamed = { type: 'content_block_delta', place: 0, delta: { type: 'text_delta', text: 'a' } };
    const expected = new Map<object, readonly string[]>([
      [clean, []],
      [more, ['unknown-field /extra']],
      [deeper, ['unknown-field /delta/extra']],
      [renamed, ['unknown-field /place']],
    ]);
    for (const value of [clean, more, clean, deeper, clean, renamed, deeper, clean, clean]) {
      expect(drifts('anthropic-messages', { event: 'content_block_delta' }, value)).toEqual(expected.get(value));
    }
  });

  it('names unknown fields at every depth, arrays included', () => {
    const value = {
      ...head,
      provider: 'x',
      choices: [{ index: 0, delta: { 'a/b~c': 1 }, finish_reason: null, native: 1 }],
    };
    expect(drifts('openai-chat', { event: 'chunk' }, value)).toEqual([
      'unknown-field /provider',
      'unknown-field /choices/0/delta/a~1b~0c',
      'unknown-field /choices/0/native',
    ]);
  });

  it('names unknown values of open enumerations, but not null', () => {
    const chunk = (finish: string | null) => ({ ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
    expect(drifts('openai-chat', { event: 'chunk' }, chunk('eos'))).toEqual(['unknown-value /choices/0/finish_reason']);
    expect(drifts('openai-chat', { event: 'chunk' }, chunk('stop'))).toEqual([]);
    expect(drifts('openai-chat', { event: 'chunk' }, chunk(null))).toEqual([]);
  });

  it('names an unknown type of a union and looks no further into it', () => {
    const start = { type: 'content_block_start', index: 0, content_block: { type: 'hologram', depth: 3 } };
    expect(drifts('anthropic-messages', { event: 'content_block_start' }, start)).toEqual([
      'unknown-value /content_block/type',
    ]);
  });

  it('judges a block by its own type', () => {
    const start = (content_block: Record<string, string>) => ({ type: 'content_block_start', index: 0, content_block });
    expect(
      drifts('anthropic-messages', { event: 'content_block_start' }, start({ type: 'redacted_thinking', data: 'x' })),
    ).toEqual([]);
    const stray = start({ type: 'redacted_thinking', data: 'x', text: 'y' });
    expect(drifts('anthropic-messages', { event: 'content_block_start' }, stray)).toEqual([
      'unknown-field /content_block/text',
    ]);
  });

  it('names advisory fields that are missing, and takes null for present', () => {
    const finish = (delta: Record<string, string | null>) => ({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null, ...delta },
      usage: {
        output_tokens: 1,
        input_tokens: 1,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens_details: null,
        server_tool_use: null,
      },
    });
    expect(drifts('anthropic-messages', { event: 'message_delta' }, finish({}))).toEqual([
      'advisory-missing /delta/stop_details',
      'advisory-missing /delta/container',
    ]);
    expect(
      drifts('anthropic-messages', { event: 'message_delta' }, finish({ stop_details: null, container: null })),
    ).toEqual([]);
  });

  it('leaves free-form objects alone', () => {
    const start = {
      type: 'content_block_start',
      index: 0,
      content_block: {
        type: 'tool_use',
        id: 'a',
        name: 'f',
        input: { anything: { at: 'all' } },
        caller: { type: 'direct' },
      },
    };
    expect(drifts('anthropic-messages', { event: 'content_block_start' }, start)).toEqual([]);
  });

  it('follows references from one document into another', () => {
    const body = {
      ...head,
      object: 'chat.completion',
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: 0.1 },
    };
    expect(drifts('openai-chat', 'response', body)).toEqual(['unknown-field /usage/cost']);
    expect(
      drifts('openai-chat', { event: 'error' }, { error: { message: 'm', type: 'odd', param: null, code: null } }),
    ).toEqual(['unknown-value /error/type']);
  });

  it('stops after a bounded number of differences', () => {
    const foreign = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
    const chunk = {
      ...head,
      choices: Array.from({ length: 10_000 }, () => ({ index: 0, delta: foreign, finish_reason: null })),
    };
    expect(drifts('openai-chat', { event: 'chunk' }, chunk)).toHaveLength(mostDrifts);
  });

  it('is derived once per dialect', () => {
    expect(compileDrift('openai-chat')).toBe(compileDrift('openai-chat'));
  });
});
