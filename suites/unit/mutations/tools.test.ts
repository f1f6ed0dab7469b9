import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import type { ToolCall } from '../../../src/core/outcome.ts';
import type { MutationId } from '../../../src/mutations/registry.generated.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { streamScript } from '../../support/streams/sample-scripts.ts';
import { mutate, readScript, reasonAgainst, textOf } from '../../support/triangle/mutate.ts';

function callsOf(script: WireScript, dialect: DialectId): readonly ToolCall[] {
  return readScript(script, dialect).outcome.choices.flatMap((choice) => choice.tools);
}

function changedCalls(id: MutationId, dialect: DialectId): readonly ToolCall[] {
  return callsOf(mutate(id, dialectSamples[dialect].streams['parallel-tools'], dialect), dialect);
}

/** Arguments that are an object have no text to cut or to run into another. */
function sendsObjects(dialect: DialectId): boolean {
  return loadContract(dialect).contract.tools?.arguments === 'object';
}

describe.each(dialectIds)('what a relay can do to the tool calls of %s', (dialect) => {
  const sample = dialectSamples[dialect].streams['parallel-tools'];
  const before = callsOf(sample, dialect);

  it('renames the first call and no other', () => {
    expect(changedCalls('tool-renamed', dialect).map(({ name }) => name)).toEqual([
      'get_weather_relaycert',
      'get_time',
    ]);
  });

  it('changes the id of the first call and nothing else about it', () => {
    const [first, second] = changedCalls('tool-id-changed', dialect);
    expect(first).toEqual({ ...before[0], id: `${before[0]?.id}_relaycert` });
    expect(second).toEqual(before[1]);
  });

  it('leaves the id of the first call out', () => {
    expect(changedCalls('tool-id-dropped', dialect).map(({ id }) => id)).toEqual(['', before[1]?.id]);
  });

  it('gives two calls one id', () => {
    expect(new Set(changedCalls('tool-id-duplicate', dialect).map(({ id }) => id)).size).toBe(1);
    expect(reasonAgainst('tool-id-duplicate', dialectSamples[dialect].streams['one-tool'], dialect)).toContain(
      'fewer than two',
    );
    const withoutId = mutate('tool-id-dropped', sample, dialect);
    expect(reasonAgainst('tool-id-duplicate', withoutId, dialect)).toBe('its tool calls have no ids');
  });

  it('drops the last call and leaves no gap', () => {
    const script = mutate('tool-dropped', sample, dialect);
    const { outcome } = readScript(script, dialect);
    expect(outcome.integrity).toBe('complete');
    expect(callsOf(script, dialect)).toEqual(before.slice(0, 1));
    expect(outcome.choices[0]?.text).toBe(readScript(sample, dialect).outcome.choices[0]?.text);
  });

  it('drops the last call of a body', () => {
    const calls = callsOf(mutate('tool-dropped', dialectSamples[dialect].body, dialect), dialect);
    expect(calls.map(({ name }) => name)).toEqual(['get_weather']);
    expect(calls[0]?.argumentsRaw).toBe(callsOf(dialectSamples[dialect].body, dialect)[0]?.argumentsRaw);
  });

  it.skipIf(sendsObjects(dialect))('alters arguments so that they still parse and say something else', () => {
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const calls = callsOf(mutate('tool-arguments-altered', sample, dialect, { seed }), dialect);
      expect(calls.every(({ arguments: parsed }) => parsed.state === 'parsed')).toBe(true);
      expect(calls.filter((call, index) => call.argumentsRaw !== before[index]?.argumentsRaw)).toHaveLength(1);
    }
  });

  it.skipIf(sendsObjects(dialect))('runs the arguments of all calls into the first', () => {
    const [first, second] = changedCalls('tool-arguments-merged', dialect);
    expect(first?.argumentsRaw).toBe('{"city":"Oslo"}{"zone":"CET"}');
    expect(first?.arguments.state).toBe('unparsable');
    expect(second?.argumentsRaw).toBe('');
  });

  it.skipIf(sendsObjects(dialect))('passes a call off as whole that the connection cut', () => {
    const cut = mutate('error-event', dialectSamples[dialect].streams['one-tool'], dialect, {
      label: `${dialectSamples[dialect].serverError}@4`,
    });
    const script = mutate('runnable-cut-tool', cut, dialect);
    const { outcome } = readScript(script, dialect);
    expect(outcome.integrity).toBe('complete');
    // Responses has no other word for it than completed.
    expect(outcome.choices[0]?.finish?.kind).toBe(dialect === 'openai-responses' ? 'stop' : 'tool_calls');
    expect(callsOf(script, dialect)).toMatchObject([{ name: 'get_weather', argumentsRaw: '{}', runnable: true }]);
  });

  it.skipIf(sendsObjects(dialect))('passes a call off as whole that the token limit cut', () => {
    const label = dialect === 'openai-chat' ? 'length' : 'max_tokens';
    const limited = mutate('finish-sweep', dialectSamples[dialect].streams['one-tool'], dialect, { label });
    expect(callsOf(limited, dialect)[0]?.runnable).toBe(false);
    const script = mutate('runnable-cut-tool', limited, dialect);
    expect(callsOf(script, dialect)).toMatchObject([{ argumentsRaw: '{}', runnable: true }]);
    expect(reasonAgainst('runnable-cut-tool', dialectSamples[dialect].streams['one-tool'], dialect)).toBe(
      'its tool calls are whole',
    );
  });

  it('does nothing where no tool is called', () => {
    for (const id of ['tool-renamed', 'tool-id-changed', 'tool-id-dropped', 'tool-dropped'] as const) {
      expect(reasonAgainst(id, dialectSamples[dialect].streams['short-text'], dialect)).toBe('it has no tool calls');
    }
  });
});

describe('tool calls as single dialects write them', () => {
  it('keeps numbers of an edited body digit for digit', () => {
    const script = mutate('tool-renamed', dialectSamples['anthropic-messages'].body, 'anthropic-messages');
    expect(textOf(script)).toContain('"days":1.0');
  });

  it('overlaps blocks of Messages only where calls are interleaved', () => {
    const script = mutate(
      'interleave-tools',
      dialectSamples['anthropic-messages'].streams['parallel-tools'],
      'anthropic-messages',
    );
    const order = [...textOf(script).matchAll(/"type":"content_block_(start|delta|stop)","index":([12])/g)];
    expect(order.map(([, , index]) => index).join('')).toBe('12121212');
    expect(callsOf(script, 'anthropic-messages').map(({ argumentsRaw }) => argumentsRaw)).toEqual([
      '{"city":"Oslo"}',
      '{"zone":"CET"}',
    ]);
  });

  it('drops one of two calls that share a chunk', () => {
    const call = (index: number) =>
      `{"index":${index},"id":"call_${index}","type":"function","function":{"name":"tool_${index}","arguments":"{}"}}`;
    const shared = streamScript([
      `data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[${call(0)},${call(1)}]},"finish_reason":null}]}\n\n`,
      'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n',
      'data: [DONE]\n\n',
    ]);
    expect(callsOf(mutate('tool-dropped', shared, 'openai-chat'), 'openai-chat').map(({ name }) => name)).toEqual([
      'tool_0',
    ]);
    expect(reasonAgainst('interleave-tools', shared, 'openai-chat')).toContain('several calls');
  });
});
