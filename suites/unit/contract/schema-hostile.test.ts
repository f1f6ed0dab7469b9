import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDrift } from '../../../src/contract/drift.ts';
import { compileSchemas } from '../../../src/contract/schemas.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { JsonValue } from '../../../src/core/json.ts';

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

/** Words of the two dialects, so that arbitrary values get past the first check. */
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
  '__proto__',
];
const { value: payload } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 0.5, '', 'text', 'message', 'tool_use', 'user'),
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

  it('may nest as deep as it likes', () => {
    // Deeper than the parser lets through, so built by hand.
    let block: JsonValue = { type: 'text', text: '' };
    for (let depth = 0; depth < 200_000; depth += 1) {
      block = { type: 'mcp_tool_result', tool_use_id: '', is_error: true, content: [block] };
    }
    const value = { type: 'content_block_start', index: 0, content_block: block };
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
    };
    for (const check of checks) {
      expect(JSON.stringify(check(value))).not.toContain(secret);
    }
  });
});
