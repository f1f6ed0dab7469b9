import { describe, expect, it } from 'vitest';
import { parseJsonToRewrite } from '../../src/core/json.ts';

/**
 * Found by the round-trip law of recordings: the comparison of spellings called `toString` on objects that hide or lack
 * it.
 */
describe('parsing JSON that will be written again', () => {
  it.each(['[1.0]', '{"a":[9007199254740993,[1e2]]}', '{"toString":null}', '{"a":{"valueOf":1,"toString":"x"}}', '-0'])(
    'gives back %s unchanged',
    (text) => {
      const parsed = parseJsonToRewrite(text);
      expect(parsed.ok && JSON.stringify(parsed.value)).toBe(text);
    },
  );
});
