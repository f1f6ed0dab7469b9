import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { toUsage } from '../../../src/core/usage.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { streamScript } from '../../support/streams/sample-scripts.ts';
import {
  dataOf,
  dispatched,
  mutate,
  readScript,
  reasonAgainst,
  textOf,
  variantsOf,
} from '../../support/triangle/mutate.ts';

const messages = dialectSamples['anthropic-messages'].streams;
const chat = dialectSamples['openai-chat'].streams;

describe('drop-usage', () => {
  it.each(dialectIds)('leaves the answer of %s whole and its usage unknown', (dialect) => {
    const { outcome } = readScript(
      mutate('drop-usage', dialectSamples[dialect].streams['parallel-tools'], dialect),
      dialect,
    );
    const before = readScript(dialectSamples[dialect].streams['parallel-tools'], dialect).outcome;
    expect(outcome.integrity).toBe('complete');
    expect(outcome.choices).toEqual(before.choices);
    expect(outcome.usage).toEqual(toUsage({}));
  });

  it('leaves an event out that is there only for usage', () => {
    const data = dataOf(mutate('drop-usage', chat['short-text'], 'openai-chat'));
    expect(data).toEqual(dataOf(chat['short-text']).filter((text) => !text.includes('"choices":[]')));
  });

  it('writes what Messages has for unknown: placeholders at the start and null at the end', () => {
    const text = textOf(mutate('drop-usage', messages['short-text'], 'anthropic-messages'));
    expect(text).toContain('"usage":{"input_tokens":0,"output_tokens":0}');
    expect(text).toContain('"usage":{"output_tokens":null}');
  });

  it('takes the usage out of a Chat body', () => {
    expect(textOf(mutate('drop-usage', dialectSamples['openai-chat'].body, 'openai-chat'))).not.toContain('usage');
  });

  it('has no meaning where none is reported', () => {
    const bare = mutate('drop-usage', chat['short-text'], 'openai-chat');
    expect(reasonAgainst('drop-usage', bare, 'openai-chat')).toBe('it reports no usage');
  });
});

describe('usage-zeroed', () => {
  it.each(dialectIds)('reports 0 where the upstream of %s reported nothing', (dialect) => {
    const bare = mutate('drop-usage', dialectSamples[dialect].streams['short-text'], dialect);
    const { outcome } = readScript(mutate('usage-zeroed', bare, dialect, { label: 'counters' }), dialect);
    expect(outcome.integrity).toBe('complete');
    expect(outcome.usage.input).toEqual({ state: 'reported', value: 0 });
    expect(outcome.usage.output).toEqual({ state: 'reported', value: 0 });
  });

  it.each(dialectIds)('makes up empty cache reads beside the usage that %s reported', (dialect) => {
    const sample = dialectSamples[dialect].streams['short-text'];
    if (loadContract(dialect).contract.usage.fields.cacheRead === undefined) {
      expect(reasonAgainst('usage-zeroed', sample, dialect)).toBe('all of its usage is reported');
      return;
    }
    const { usage } = readScript(mutate('usage-zeroed', sample, dialect, { label: 'details' }), dialect).outcome;
    expect(usage.cacheRead).toEqual({ state: 'reported', value: 0 });
    expect({ ...usage, cacheRead: { state: 'unknown' } }).toEqual(readScript(sample, dialect).outcome.usage);
  });

  it('puts the made-up numbers into a chunk of their own, before the terminal', () => {
    const bare = mutate('drop-usage', chat['short-text'], 'openai-chat');
    const data = dataOf(mutate('usage-zeroed', bare, 'openai-chat'));
    expect(data.at(-2)).toContain('"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}');
    expect(data.at(-2)).toContain('"choices":[]');
  });

  it('takes cache reads at the start of a message for reported', () => {
    const cached = streamScript(
      dispatched(messages['short-text']).map(
        ({ event, data }) =>
          `event: ${event}\ndata: ${data.replace('"input_tokens":12', '"input_tokens":12,"cache_read_input_tokens":0')}\n\n`,
      ),
    );
    expect(reasonAgainst('usage-zeroed', cached, 'anthropic-messages')).toBe('all of its usage is reported');
  });

  it('has nothing to make up where everything was reported, or the stream never got there', () => {
    const counted = streamScript([
      'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2,"prompt_tokens_details":{"cached_tokens":0}}}\n\n',
      'data: [DONE]\n\n',
    ]);
    expect(reasonAgainst('usage-zeroed', counted, 'openai-chat')).toBe('all of its usage is reported');
    const cut = mutate('cut-eof', chat['short-text'], 'openai-chat', { label: '2' });
    expect(reasonAgainst('usage-zeroed', cut, 'openai-chat')).toBe('it ends before its usage');
  });
});

describe('usage-altered and usage-wrong-sum', () => {
  it.each(dialectIds)('reports other numbers for %s that agree with each other', (dialect) => {
    for (const sample of [dialectSamples[dialect].streams['short-text'], dialectSamples[dialect].body]) {
      const before = readScript(sample, dialect).outcome.usage;
      const { input, output, total } = readScript(mutate('usage-altered', sample, dialect), dialect).outcome.usage;
      expect(input).toEqual(before.input);
      expect(output).not.toEqual(before.output);
      if (total.state === 'reported' && input.state === 'reported' && output.state === 'reported') {
        expect(total.value).toBe(input.value + output.value);
      }
    }
  });

  it('reports a total that is not the sum', () => {
    const { usage } = readScript(mutate('usage-wrong-sum', chat['short-text'], 'openai-chat'), 'openai-chat').outcome;
    expect(usage.total).toEqual({ state: 'reported', value: 21 });
  });

  it('reports more reasoning than output where there is no total', () => {
    const script = mutate('usage-wrong-sum', messages['short-text'], 'anthropic-messages');
    const { usage } = readScript(script, 'anthropic-messages').outcome;
    expect([usage.reasoning, usage.output]).toEqual([
      { state: 'reported', value: 9 },
      { state: 'reported', value: 8 },
    ]);
  });

  it('does not take the counters of message_start for the totals of the turn', () => {
    const cut = mutate('cut-eof', messages['short-text'], 'anthropic-messages', { label: '3' });
    expect(reasonAgainst('usage-altered', cut, 'anthropic-messages')).toBe('it reports no final usage');
    expect(variantsOf('drop-usage', cut, 'anthropic-messages')).toHaveLength(1);
  });

  it('finds no final usage in a turn that comes whole in message_start', () => {
    const prefilled = streamScript([
      'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"toolu_1","name":"add","input":{"a":1}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}\n\n',
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ]);
    expect(reasonAgainst('usage-every-event', prefilled, 'anthropic-messages')).toBe('it reports no final usage');
    expect(reasonAgainst('usage-altered', prefilled, 'anthropic-messages')).toBe('it reports no final usage');
    const lastEventAlone = streamScript([
      'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"modelVersion":"m","responseId":"r"}\n\n',
    ]);
    expect(reasonAgainst('usage-every-event', lastEventAlone, 'gemini-generate')).toBe(
      'only its last event has a place for usage',
    );
    expect(variantsOf('drop-finish', prefilled, 'anthropic-messages').map(({ label }) => label)).toContain('null');
  });
});
