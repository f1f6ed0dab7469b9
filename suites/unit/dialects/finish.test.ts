import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FinishKind } from '../../../src/core/domain-event.ts';
import { isObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { stopReason, stopReasons } from '../../../src/dialects/anthropic-messages/finish.ts';
import { finishReason, finishReasons } from '../../../src/dialects/openai-chat/finish.ts';
import { responseEnding, responseEndings } from '../../../src/dialects/openai-responses/finish.ts';

const plain = { clientTools: false, refusalText: false };

describe('the finish reason of a Messages answer', () => {
  it.each(Object.entries(stopReasons.own))('stays %s on a route within the dialect', (raw, kind) => {
    expect(stopReason({ kind, raw }, { clientTools: true, refusalText: true })).toBe(raw);
  });

  it.each<[FinishKind, string, string]>([
    ['stop', 'stop', 'end_turn'],
    ['stop_sequence', '', 'stop_sequence'],
    ['length', 'length', 'max_tokens'],
    ['context_length', '', 'model_context_window_exceeded'],
    ['tool_calls', 'tool_calls', 'tool_use'],
    ['tool_calls', 'function_call', 'tool_use'],
    ['pause', '', 'pause_turn'],
    ['refusal', '', 'refusal'],
    ['content_filter', 'content_filter', 'refusal'],
    ['compaction', '', 'compaction'],
    ['unknown', 'eos', 'end_turn'],
  ])('for %s (%s) is %s', (kind, raw, expected) => {
    expect(stopReason({ kind, raw }, plain)).toBe(expected);
  });

  it('is not kept when the raw value means something else', () => {
    expect(stopReason({ kind: 'length', raw: 'end_turn' }, plain)).toBe('max_tokens');
  });

  it('is tool_use for a stop with calls, and refusal for a stop with refusal text', () => {
    expect(stopReason({ kind: 'stop', raw: 'stop' }, { clientTools: true, refusalText: false })).toBe('tool_use');
    expect(stopReason({ kind: 'stop', raw: 'stop' }, { clientTools: false, refusalText: true })).toBe('refusal');
  });

  it('does not exist for an error', () => {
    expect(stopReason({ kind: 'error', raw: 'error' }, plain)).toBeUndefined();
  });

  it('is not fooled by names that every object has', () => {
    expect(stopReason({ kind: 'stop', raw: 'constructor' }, plain)).toBe('end_turn');
  });
});

describe('the finish reason of a Chat answer', () => {
  it.each(Object.entries(finishReasons.own))('stays %s on a route within the dialect', (raw, kind) => {
    expect(finishReason({ kind, raw }, { clientTools: true, refusalText: true })).toBe(raw);
  });

  it.each<[FinishKind, string, string]>([
    ['stop', 'end_turn', 'stop'],
    ['stop_sequence', 'stop_sequence', 'stop'],
    ['length', 'max_tokens', 'length'],
    ['context_length', 'model_context_window_exceeded', 'length'],
    ['tool_calls', 'tool_use', 'tool_calls'],
    ['pause', 'pause_turn', 'length'],
    ['refusal', 'refusal', 'content_filter'],
    ['content_filter', '', 'content_filter'],
    ['compaction', 'compaction', 'stop'],
    ['unknown', 'eos', 'stop'],
  ])('for %s (%s) is %s', (kind, raw, expected) => {
    expect(finishReason({ kind, raw }, plain)).toBe(expected);
  });

  it('is tool_calls for a stop with calls', () => {
    expect(finishReason({ kind: 'stop', raw: 'end_turn' }, { clientTools: true, refusalText: false })).toBe(
      'tool_calls',
    );
  });

  it('is stop for a refusal whose words stand in the refusal channel', () => {
    expect(finishReason({ kind: 'refusal', raw: 'refusal' }, { clientTools: false, refusalText: true })).toBe('stop');
  });

  it('does not exist for an error', () => {
    expect(finishReason({ kind: 'error', raw: 'insufficient_system_resource' }, plain)).toBeUndefined();
  });
});

describe('the ending of a Responses answer', () => {
  const wordOf = (...given: Parameters<typeof responseEnding>): string | undefined => {
    const ending = responseEnding(...given);
    return ending?.status === 'incomplete' ? ending.reason : ending?.status;
  };

  it.each(Object.entries(responseEndings.own))('stays %s on a route within the dialect', (raw, kind) => {
    expect(wordOf({ kind, raw }, { clientTools: true, refusalText: true })).toBe(raw);
  });

  it.each<[FinishKind, string, string]>([
    ['stop', 'end_turn', 'completed'],
    ['stop_sequence', 'stop_sequence', 'completed'],
    ['length', 'max_tokens', 'max_output_tokens'],
    ['length', 'REASON_MAX_LEN', 'max_output_tokens'],
    ['context_length', 'model_context_window_exceeded', 'max_output_tokens'],
    ['tool_calls', 'tool_use', 'completed'],
    ['pause', 'pause_turn', 'max_messages'],
    ['pause', 'incomplete', 'max_messages'],
    ['refusal', 'refusal', 'content_filter'],
    ['content_filter', '', 'content_filter'],
    ['compaction', 'compaction', 'completed'],
    ['unknown', 'eos', 'completed'],
  ])('for %s (%s) is %s', (kind, raw, expected) => {
    expect(wordOf({ kind, raw }, plain)).toBe(expected);
  });

  it('is completed with calls, and for a refusal whose words stand in the refusal channel', () => {
    expect(wordOf({ kind: 'stop', raw: 'stop' }, { clientTools: true, refusalText: false })).toBe('completed');
    expect(wordOf({ kind: 'refusal', raw: 'refusal' }, { clientTools: false, refusalText: true })).toBe('completed');
  });

  it('does not exist for an error', () => {
    expect(responseEnding({ kind: 'error', raw: 'error' }, plain)).toBeUndefined();
  });

  it('is not fooled by names that every object has', () => {
    expect(wordOf({ kind: 'stop', raw: 'constructor' }, plain)).toBe('completed');
  });
});

describe.each([
  ['anthropic-messages', stopReasons],
  ['openai-chat', finishReasons],
  ['openai-responses', responseEndings],
] as const)('the finish table of %s', (id, table) => {
  const contract = parseJson(readFileSync(join(packageRoot, 'contracts', id, 'contract.json'), 'utf8'));
  const finish = contract.ok ? member(contract.value, 'finish') : undefined;

  it.each(Object.entries(table.own))('reads %s as the contract does', (raw, kind) => {
    expect(member(member(finish, 'read'), raw)).toBe(kind);
  });

  it.each(Object.entries(table.preferred))('writes a value for %s that the contract allows', (kind, word) => {
    const rule = member(member(finish, 'write'), kind);
    const acceptable = member(rule, 'acceptable');
    const allowed = Array.isArray(acceptable) ? acceptable.map((entry) => member(entry, 'value')) : [];
    expect([member(rule, 'preferred'), ...allowed]).toContain(word ?? null);
  });
});

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? value[key] : undefined;
}
