import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../../src/core/json.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';

describe.each(Object.values(dialects))('any $id request', (dialect) => {
  it('is read without throwing, whatever is in it', () => {
    const keys = [
      'role',
      'content',
      'type',
      'text',
      'function',
      'tool_calls',
      'tools',
      'messages',
      'name',
      'input',
      'system',
    ];
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom('user', 'assistant', 'tool', 'text', 'tool_use', 'tool_result', 'function', ''),
        fc.constantFrom(null, true, 0, -1, 1.5),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...keys), tie('json'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys, 'stop', 'n', 'tool_choice'), json), (value) => {
        const body: unknown = value;
        const read = dialect.request.read(isObject(body) ? body : {}, '/');
        expect(typeof read.model).toBe('string');
        expect(Array.isArray(read.turns)).toBe(true);
      }),
    );
  });
});
