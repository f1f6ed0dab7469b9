import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Reading } from '../../../src/core/reading.ts';
import type { UsageNumbers } from '../../../src/core/usage.ts';
import {
  chat,
  chunk,
  messageDelta,
  messageStart,
  messageStop,
  messages,
  readText,
  role,
  textBlock,
  usageChunk,
} from './streams.ts';

/** The fields that were reported; unknown ones are left out. */
function reported({ outcome }: Reading): UsageNumbers {
  return Object.fromEntries(
    Object.entries(outcome.usage).flatMap(([field, state]) =>
      state.state === 'reported' ? [[field, state.value]] : [],
    ),
  );
}

describe('the usage of a Messages stream', () => {
  const stream = (start: JsonObject, end: JsonObject): UsageNumbers =>
    reported(
      readText(
        'anthropic-messages',
        messages(messageStart(start), ...textBlock(0, 'a'), messageDelta('end_turn', end), messageStop),
      ),
    );

  it('takes the input from the start and the output from the end', () => {
    expect(stream({ input_tokens: 12, output_tokens: 1 }, { output_tokens: 7 })).toEqual({ input: 12, output: 7 });
  });

  it('takes zeros at the start for placeholders, not for numbers', () => {
    expect(stream({ input_tokens: 0, output_tokens: 0 }, { output_tokens: null })).toEqual({});
    expect(stream({ input_tokens: 0, output_tokens: 0 }, { output_tokens: 7 })).toEqual({ output: 7 });
    expect(
      stream(
        { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 3 },
        { output_tokens: null },
      ),
    ).toEqual({});
  });

  it('takes a 0 at the end for a number', () => {
    expect(stream({ input_tokens: 0, output_tokens: 0 }, { input_tokens: 0, output_tokens: 0 })).toEqual({
      input: 0,
      output: 0,
    });
    expect(stream({ input_tokens: 12, output_tokens: 1 }, { output_tokens: 0 })).toEqual({ input: 12, output: 0 });
  });

  it('never takes the output of the start for a number', () => {
    expect(stream({ input_tokens: 12, output_tokens: 5 }, { output_tokens: null })).toEqual({ input: 12 });
    expect(
      reported(readText('anthropic-messages', messages(messageStart({ input_tokens: 12, output_tokens: 5 })))),
    ).toEqual({ input: 12 });
  });

  it('counts cache reads and writes as input', () => {
    const cached = { input_tokens: 2, cache_read_input_tokens: 30, cache_creation_input_tokens: 400, output_tokens: 1 };
    expect(stream(cached, { output_tokens: 7 })).toEqual({ input: 432, output: 7, cacheRead: 30, cacheWrite: 400 });
    expect(stream({ input_tokens: 0, cache_read_input_tokens: 30, output_tokens: 1 }, { output_tokens: 7 })).toEqual({
      input: 30,
      output: 7,
      cacheRead: 30,
    });
  });

  it('lets the end supersede the start, but not by null', () => {
    expect(stream({ input_tokens: 12, output_tokens: 1 }, { input_tokens: 20, output_tokens: 7 })).toEqual({
      input: 20,
      output: 7,
    });
    expect(stream({ input_tokens: 12, output_tokens: 1 }, { input_tokens: null, output_tokens: 7 })).toEqual({
      input: 12,
      output: 7,
    });
  });

  it('has a part of the output that was thinking, and never a total', () => {
    const end = { output_tokens: 70, output_tokens_details: { thinking_tokens: 40 } };
    expect(stream({ input_tokens: 12, output_tokens: 1 }, end)).toEqual({ input: 12, output: 70, reasoning: 40 });
  });

  it('is unknown in a turn that comes whole at the start, where both counters are 0', () => {
    const content = [{ type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }];
    const start = messageStart({ input_tokens: 0, output_tokens: 0 }, { content, stop_reason: 'tool_use' });
    const read = readText('anthropic-messages', messages(start, messageStop));
    expect(read.outcome.integrity).toBe('complete');
    expect(reported(read)).toEqual({});
  });

  it('is unknown in a body that says null, and 0 in one that says 0', () => {
    const body = (usage: JsonObject): UsageNumbers => {
      const { message } = messageStart(usage, { stop_reason: 'end_turn' });
      const read = readText('anthropic-messages', JSON.stringify(message), { mode: 'body' });
      expect(read.outcome.integrity).toBe('complete');
      return reported(read);
    };
    expect(body({ input_tokens: null, output_tokens: null })).toEqual({});
    expect(body({ input_tokens: 0, output_tokens: 0 })).toEqual({ input: 0, output: 0 });
  });
});

describe('the usage of a Chat stream', () => {
  const stream = (...usage: readonly JsonObject[]): UsageNumbers =>
    reported(readText('openai-chat', chat(role, chunk({ content: 'a' }), chunk({}, 'stop'), ...usage, '[DONE]')));
  const totals = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 };

  it('is what the usage chunk says, details that are absent or null left unknown', () => {
    expect(stream(usageChunk(totals))).toEqual({ input: 12, output: 7, total: 19 });
    expect(stream(usageChunk({ ...totals, prompt_tokens_details: null, completion_tokens_details: {} }))).toEqual({
      input: 12,
      output: 7,
      total: 19,
    });
    const details = {
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    expect(stream(usageChunk({ ...totals, ...details }))).toEqual({
      input: 12,
      output: 7,
      total: 19,
      cacheRead: 0,
      cacheWrite: 2,
      reasoning: 3,
    });
  });

  it('is unknown where no chunk says it, asked for or not', () => {
    expect(stream()).toEqual({});
    expect(stream(usageChunk(null))).toEqual({});
    const asked = readText('openai-chat', chat(role, chunk({}, 'stop'), '[DONE]'));
    expect(reported(asked)).toEqual({});
  });

  it('is 0 where a chunk says 0', () => {
    expect(stream(usageChunk({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }))).toEqual({
      input: 0,
      output: 0,
      total: 0,
    });
  });

  it('is the latest where several chunks tell totals so far', () => {
    const running = [1, 4, 7].map((output) =>
      usageChunk({ prompt_tokens: 12, completion_tokens: output, total_tokens: 12 + output }),
    );
    expect(stream(...running)).toEqual({ input: 12, output: 7, total: 19 });
  });
});
