import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDrift } from '../../../../src/contract/schema/drift.ts';
import { compileSchemas } from '../../../../src/contract/schema/schemas.ts';
import { dialectIds } from '../../../../src/core/dialect-ids.generated.ts';
import type { JsonValue } from '../../../../src/core/json.ts';

const checks = dialectIds.flatMap((dialect) => {
  const schemas = compileSchemas(dialect);
  const drift = compileDrift(dialect);
  return [
    ...schemas.events.values(),
    schemas.response,
    schemas.error,
    schemas.request,
    ...drift.events.values(),
    drift.response,
    drift.error,
    drift.request,
  ];
});

/** Words of the dialects, so that arbitrary values get past the first check. */
const words = [
  'type',
  'message',
  'content',
  'delta',
  'usage',
  'choices',
  'tool_calls',
  'error',
  'index',
  'role',
  'text',
  'response',
  'output',
  'item',
  'candidates',
  'parts',
  'contents',
  '__proto__',
];
const { value: payload } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 0.5, '', 'text', 'message', 'tool_use', 'user', 'function_call'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...words), tie('value'), { maxKeys: 6 }),
  ),
}));

describe('a hostile payload', () => {
  it('never makes a validator or a drift finder throw', () => {
    fc.assert(
      fc.property(payload, (value) => {
        for (const check of checks) {
          expect(Array.isArray(check(value))).toBe(true);
        }
      }),
    );
  });

  it.each<[string, (inner: JsonValue) => JsonValue, (inner: JsonValue) => JsonValue]>([
    [
      'blocks of Messages',
      (inner) => ({ type: 'mcp_tool_result', tool_use_id: '', is_error: true, content: [inner] }),
      (inner) => ({ type: 'content_block_start', index: 0, content_block: inner }),
    ],
    [
      'items and tools of Responses',
      (inner) => ({ type: 'namespace', name: '', id: 'a', tools: [inner], output: [inner] }),
      (inner) => ({
        type: 'response.output_item.added',
        output_index: 0,
        item: inner,
        output: [inner],
        tools: [inner],
      }),
    ],
    [
      'parts of Gemini',
      (inner) => ({ content: { parts: [inner] }, functionResponse: { name: '', response: {}, parts: [inner] } }),
      (inner) => ({ candidates: [inner], contents: [inner] }),
    ],
  ])('may nest as deep as it likes: %s', (_title, nest, wrap) => {
    let nested: JsonValue = {};
    for (let depth = 0; depth < 200_000; depth += 1) {
      nested = nest(nested);
    }
    const value = wrap(nested);
    for (const check of checks) {
      expect(() => check(value)).not.toThrow();
    }
  });

  it('gets one breach, not one per value, when it is huge', () => {
    const value = { id: '', object: '', created: 0, model: '', choices: Array.from({ length: 200_000 }, () => 1) };
    expect(compileSchemas('openai-chat').events.get('chunk')?.(value)).toEqual([
      { instancePath: '/choices/0', keyword: 'type', schemaPath: 'event.schema.json#/$defs/ChunkChoice/type' },
    ]);
  });

  it('never has its values in a breach or a drift', () => {
    const secret = 'sk-secret';
    const value = {
      type: secret,
      error: { type: secret, message: { secret } },
      message: secret,
      choices: secret,
      content: [secret],
      response: { output: [{ type: secret, id: { secret } }] },
      candidates: [{ finishReason: { secret }, content: { parts: [secret] } }],
    };
    for (const check of checks) {
      expect(JSON.stringify(check(value))).not.toContain(secret);
    }
  });
});
