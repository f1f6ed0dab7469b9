import type { ContractFormat } from '../../contract/contract-format.ts';
import { loadContract } from '../../contract/load.ts';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import type { FinishKind } from '../../core/domain-event.ts';
import type { JsonValue } from '../../core/json.ts';
import { replaceValue, valueAt } from '../../core/json-path.ts';
import type { UsageField } from '../../core/usage.ts';

/** The raw finish reasons that a contract knows, with their meanings. */
export function finishReasons(dialect: DialectId): ReadonlyMap<string, FinishKind> {
  return new Map(Object.entries(contractOf(dialect).finish.read));
}

/** The word of a dialect for a meaning; `undefined` where it has none. */
export function preferredFinish(dialect: DialectId, kind: FinishKind): string | undefined {
  return contractOf(dialect).finish.write[kind].preferred ?? undefined;
}

/** The place of a quantity inside a usage object, if the dialect counts it. */
export function counterPath(dialect: DialectId, field: UsageField): readonly string[] | undefined {
  return contractOf(dialect).usage.fields[field]?.of.split('/').slice(1);
}

/** A usage object with some of its counters raised. Counters that it does not have are not added. */
export function addToCounters(
  dialect: DialectId,
  usage: JsonValue,
  fields: readonly UsageField[],
  tokens: number,
): JsonValue {
  return fields.reduce((changed, field) => {
    const path = counterPath(dialect, field);
    const count = path && valueAt(changed, path);
    return path !== undefined && typeof count === 'number' ? replaceValue(changed, path, count + tokens) : changed;
  }, usage);
}

export function contractOf(dialect: DialectId): ContractFormat {
  return loadContract(dialect).contract;
}
