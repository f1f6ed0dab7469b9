import { describe, expect, it } from 'vitest';
import { deepestJson, jsonTexts, parseJson } from '../../src/core/json.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Walking or writing such a value overran the stack, which broke the promise that nothing from a wire throws. */
describe('JSON that is nested too deep', () => {
  it('is refused from a fixed level on, whatever it is made of', () => {
    expect(parseJson(nested(deepestJson)).ok).toBe(true);
    expect(parseJson(nested(deepestJson + 1))).toEqual({ ok: false, message: 'nested deeper than 500 levels' });
    expect(parseJson(`${'{"a":'.repeat(deepestJson + 1)}1${'}'.repeat(deepestJson + 1)}`).ok).toBe(false);
    expect(parseJson(nested(1_000_000)).ok).toBe(false);
  });

  it('does not include values that are only long, or hold brackets in their text', () => {
    expect(parseJson(JSON.stringify('['.repeat(10_000))).ok).toBe(true);
    expect(parseJson(JSON.stringify(Array.from({ length: 10_000 }, () => []))).ok).toBe(true);
  });
});

describe('the texts of JSON values', () => {
  const textAt = jsonTexts('{"a":[{"n":1.0},12345678901234567890],"s":"x"}');

  it('are as they were spelled', () => {
    expect(textAt(['a', 0])).toBe('{"n":1.0}');
    expect(textAt(['a', 1])).toBe('12345678901234567890');
    expect(textAt(['s'])).toBe('"x"');
    expect(textAt([])).toBe('{"a":[{"n":1.0},12345678901234567890],"s":"x"}');
  });

  it('are undefined where there is no value, or where the text is not JSON', () => {
    for (const path of [['b'], ['a', 2], ['a', 0, 'n', 'x'], ['constructor'], ['s', 0]]) {
      expect(textAt(path)).toBeUndefined();
    }
    expect(jsonTexts('{"a":')(['a'])).toBeUndefined();
  });
});
