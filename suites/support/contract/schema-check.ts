import { compileDrift } from '../../../src/contract/schema/drift.ts';
import { compileSchemas } from '../../../src/contract/schema/schemas.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { JsonValue } from '../../../src/core/json.ts';

/** What a payload can be checked as: an event by name, or one of the three bodies. */
export type Target = { readonly event: string } | 'response' | 'error' | 'request';

/** Breaches as `instance path keyword`, for short expectations. */
export function breaches(dialect: DialectId, target: Target, value: JsonValue): readonly string[] {
  return pick(compileSchemas(dialect), target)(value).map((breach) => `${breach.instancePath} ${breach.keyword}`);
}

/** Drift as `kind path`, for short expectations. */
export function drifts(dialect: DialectId, target: Target, value: JsonValue): readonly string[] {
  return pick(compileDrift(dialect), target)(value).map((drift) => `${drift.kind} ${drift.path}`);
}

interface Checks<Check> {
  readonly events: ReadonlyMap<string, Check>;
  readonly response: Check;
  readonly error: Check;
  readonly request: Check;
}

function pick<Check>(checks: Checks<Check>, target: Target): Check {
  if (typeof target === 'string') {
    return checks[target];
  }
  const check = checks.events.get(target.event);
  if (check === undefined) {
    throw new Error(`the contract has no schema for the event ${target.event}`);
  }
  return check;
}
