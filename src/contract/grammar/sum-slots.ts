import { isArray, isObject, type JsonValue, toJson } from '../../core/json.ts';
import type { ContractFormat } from '../contract-format.ts';

/**
 * Slots whose sum some rule looks at: a `same` compares it, a condition names it (`@slot`, `^slot`). The text of all
 * others is told as it comes and kept nowhere, because streams add to it thousands of times.
 */
export function sumSlots({ rules, scopes, eof, families = [] }: ContractFormat): ReadonlySet<string> {
  const slots = new Set(families.map(({ slot }) => slot));
  collect(toJson({ rules, scopes, families, eof }), slots);
  return slots;
}

function collect(value: JsonValue, slots: Set<string>): void {
  if (isArray(value)) {
    for (const item of value) {
      collect(item, slots);
    }
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      collectOperand(key, slots);
      if (key === 'as' && typeof inner === 'string') {
        collectOperand(inner, slots);
      }
      if (key === 'same' && isObject(inner)) {
        Object.keys(inner).forEach((slot) => void slots.add(slot));
      }
      if (inner !== undefined) {
        collect(inner, slots);
      }
    }
  }
}

function collectOperand(operand: string, slots: Set<string>): void {
  if (operand.startsWith('@') || operand.startsWith('^')) {
    slots.add(operand.slice(1));
  }
}
