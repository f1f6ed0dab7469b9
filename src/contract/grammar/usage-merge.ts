import { isObject, type JsonValue } from '../../core/json.ts';
import { type UsageField, type UsageNumbers, usageFields } from '../../core/usage.ts';
import type { UsageFormat, UsageQuantity } from '../contract-format.ts';

/**
 * Usage as a stream tells it: numbers keep their place on the wire (`/prompt_tokens_details/cached_tokens`) until they
 * are asked for as quantities. Absent and null mean not reported; 0 is a number.
 */
export class UsageMerge {
  readonly #format: UsageFormat;
  #numbers = new Map<string, number>();

  constructor(format: UsageFormat) {
    this.#format = format;
  }

  /** Takes in one usage object; false when it held no number. */
  add(value: JsonValue, except: readonly string[]): boolean {
    const found = new Map<string, number>();
    collectNumbers(value, '', found);
    for (const pointer of except) {
      found.delete(pointer);
    }
    if (found.size === 0) {
      return false;
    }
    if (this.#format.merge === 'latest-per-field') {
      for (const [pointer, number] of found) {
        this.#numbers.set(pointer, number);
      }
      return true;
    }
    // A snapshot without a total (Vertex sends only `trafficType` in between) must not wipe out the one before.
    const total = this.#format.fields.total;
    if (total === undefined || found.has(total.of) || this.#numbers.size === 0) {
      this.#numbers = found;
    }
    return true;
  }

  quantities(): UsageNumbers {
    const numbers: Partial<Record<UsageField, number>> = {};
    for (const field of usageFields) {
      const format = this.#format.fields[field];
      const value = format === undefined ? undefined : this.#quantity(format);
      if (value !== undefined) {
        numbers[field] = value;
      }
    }
    return numbers;
  }

  #quantity(format: UsageQuantity): number | undefined {
    const zero = format.zeroWith !== undefined && this.#numbers.has(format.zeroWith) ? 0 : undefined;
    const base = this.#numbers.get(format.of) ?? zero;
    if (base === undefined) {
      return undefined;
    }
    return (format.plus ?? []).reduce((sum, pointer) => sum + (this.#numbers.get(pointer) ?? 0), base);
  }
}

function collectNumbers(value: JsonValue, pointer: string, found: Map<string, number>): void {
  if (typeof value === 'number') {
    found.set(pointer, value);
    return;
  }
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (inner !== undefined) {
        collectNumbers(inner, `${pointer}/${key}`, found);
      }
    }
  }
}
