import { isArray, isObject, type JsonValue, toJson } from '../core/json.ts';
import type { ContractFormat } from './contract-format.ts';

/**
 * Slots whose sum some rule looks at: a `same` compares it, a condition names it (`@slot`, `^slot`). The text of all
 * others is told as it comes and kept nowhere, because streams add to it thousands of times.
 */
export function sumSlots(contract: ContractFormat): ReadonlySet<string> {
  const slots = new Set<string>();
  collect(
    toJson({ rules: contract.rules, scopes: contract.scopes, families: contract.families ?? [], eof: contract.eof }),
    slots,
  );
  for (const family of contract.families ?? []) {
    slots.add(family.slot);
  }
  return slots;
}

function collect(value: JsonValue, slots: Set<string>): void {
  if (isArray(value)) {
    for (const item of value) {
      collect(item, slots);
    }
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key.startsWith('@') || key.startsWith('^')) {
        slots.add(key.slice(1));
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
