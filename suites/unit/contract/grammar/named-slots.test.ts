import { describe, expect, it } from 'vitest';
import { effectOf, namedSlots, slotsWith } from '../../../../src/contract/grammar/named-slots.ts';
import { isObject, type JsonValue, parseJson } from '../../../../src/core/json.ts';
import { textOf } from '../../../support/anatomy/source-files.ts';

/** The slots that the meta schema lists, each with its meaning. */
function listed(): JsonValue {
  const parsed = parseJson(textOf('contracts/meta/contract.schema.json'));
  const definitions = parsed.ok && isObject(parsed.value) ? parsed.value['$defs'] : undefined;
  const slot = isObject(definitions) ? definitions['slot'] : undefined;
  return (isObject(slot) ? slot['anyOf'] : undefined) ?? null;
}

describe('the slots that mean something to the engine', () => {
  it('stand in the meta schema, with their meaning', () => {
    expect(listed()).toEqual([
      ...Object.entries(namedSlots).map(([name, { meaning }]) => ({ const: name, description: meaning })),
      { pattern: '^[a-z][a-z_]*$' },
    ]);
  });

  it('are known by name; every other slot is only kept', () => {
    expect(effectOf('arguments')).toBe('arguments');
    expect(effectOf('signed')).toBeUndefined();
    expect(effectOf('constructor')).toBeUndefined();
    expect(slotsWith('tool-id')).toEqual(['call', 'id']);
  });
});
