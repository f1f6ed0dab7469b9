import { describe, expect, it } from 'vitest';
import { parseJsonToRewrite } from '../../src/core/json.ts';

/** Found by the round trip law of recordings: comparing spellings called `toString` on objects that hide or lack it. */
describe('parsing JSON that is going to be written again', () => {
  it.each(['[1.0]', '{"a":[9007199254740993,[1e2]]}', '{"toString":null}', '{"a":{"valueOf":1,"toString":"x"}}', '-0'])(
    'takes %s and gives it back as it was',
    (text) => {
      const parsed = parseJsonToRewrite(text);
      expect(parsed.ok && JSON.stringify(parsed.value)).toBe(text);
    },
  );
});
