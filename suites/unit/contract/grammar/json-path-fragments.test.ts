import { describe, expect, it } from 'vitest';
import { joinFragments } from '../../../../src/contract/grammar/json-path-fragments.ts';
import { deepestJson, type JsonValue, parseJsonToRewrite } from '../../../../src/core/json.ts';

const at = (jsonPath: string, value: object): JsonValue => ({ jsonPath, ...value });

describe('arguments that come in fragments', () => {
  it('are put where their paths say, strings of one path joined', () => {
    expect(
      joinFragments([
        at('$.name', { stringValue: 'Las', willContinue: true }),
        at('$.name', { stringValue: 'agna', willContinue: true }),
        at('$.name', { stringValue: '' }),
        at('$.steps[1].minutes', { numberValue: 20 }),
        at('$.steps[0]["to do"]', { stringValue: 'boil' }),
        at("$['it\\'s']", { boolValue: false }),
        at('$.note', { nullValue: 'NULL_VALUE' }),
      ]),
    ).toEqual({
      name: 'Lasagna',
      steps: [{ 'to do': 'boil' }, { minutes: 20 }],
      "it's": false,
      note: null,
    });
  });

  it('keep the digits of a number that no double holds', () => {
    const parsed = parseJsonToRewrite(
      '[{"jsonPath":"$.n","numberValue":9007199254740993},{"jsonPath":"$.n.x","numberValue":1}]',
    );
    const fragments = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
    expect(JSON.stringify(joinFragments(fragments.slice(0, 1)))).toBe('{"n":9007199254740993}');
    expect(JSON.stringify(joinFragments(fragments))).toBe('{"n":{"x":1}}');
  });

  it('read null as absent beside a value', () => {
    expect(joinFragments([at('$.a', { stringValue: null, numberValue: 0, boolValue: null })])).toEqual({ a: 0 });
  });

  it.each<[string, JsonValue]>([
    ['no object', 7],
    ['no path', { stringValue: 'x' }],
    ['an empty path', at('$', { stringValue: 'x' })],
    ['no value', at('$.a', {})],
    ['a path that is nested deeper than any JSON we read', at(`$${'.a'.repeat(deepestJson)}`, { stringValue: 'x' })],
    ['a position that would fill the memory', at('$.a[4000000000]', { stringValue: 'x' })],
  ])('leave out a fragment with %s', (_, fragment) => {
    expect(JSON.stringify(joinFragments([fragment]))).toMatch(/^\{("a":\[\])?\}$/);
  });

  it('never touch a prototype', () => {
    const joined = joinFragments([at('$.__proto__.polluted', { stringValue: 'x' })]);
    expect(JSON.stringify(joined)).toBe('{"__proto__":{"polluted":"x"}}');
    expect('polluted' in {}).toBe(false);
  });
});
