import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { HarnessFault } from '../../core/fault.ts';
import { isArray, isObject, type JsonValue } from '../../core/json.ts';
import { createBreachReader, type SchemaBreach } from './schema-breach.ts';
import {
  mapPayloads,
  type PerPayload,
  packagedSchemas,
  payloadReferences,
  type SchemaFiles,
  schemaNames,
} from './schema-files.ts';

/**
 * Checks one parsed payload; an empty list says that it is valid. No payload makes it throw, but a schema that does not
 * compile does, with a HarnessFault on the first call.
 */
export type Validator = (value: JsonValue) => readonly SchemaBreach[];

/** The compiled schemas of one dialect. An event that has none is drift, not a breach. */
export type SchemaSet = PerPayload<Validator>;

const noBreaches: readonly SchemaBreach[] = Object.freeze([]);

/** Above this many values a payload gets its first breach only, so that a hostile one cannot make millions of them. */
const largestForEveryBreach = 10_000;

const compiled = new Map<DialectId, SchemaSet>();

/**
 * The validators of a dialect; schemas are read and compiled once per process.
 * @throws HarnessFault when a schema is missing or malformed
 */
export function compileSchemas(dialect: DialectId): SchemaSet {
  const known = compiled.get(dialect);
  if (known !== undefined) {
    return known;
  }
  const set = createSchemaSet(packagedSchemas(dialect), `contracts/${dialect}`);
  compiled.set(dialect, set);
  return set;
}

/**
 * Registers schema documents that are already read. Each validator is compiled when it is first called.
 * @param place what to name in a fault
 * @throws HarnessFault when a document breaks the meta schema
 */
export function createSchemaSet(files: SchemaFiles, place: string): SchemaSet {
  const first = createAjv(files, place, false);
  const read = createBreachReader(files);
  let every: Ajv2020 | undefined;
  const validator = (reference: string): Validator => {
    let findFirst: AnyValidateFunction | undefined;
    let findEvery: AnyValidateFunction | undefined;
    return (value) => {
      findFirst ??= compile(first, reference, place);
      if (findFirst(value) === true) {
        return noBreaches;
      }
      if (!holdsAtMost(value, largestForEveryBreach)) {
        return read(findFirst.errors ?? []);
      }
      every ??= createAjv(files, place, true);
      findEvery ??= compile(every, reference, place);
      findEvery(value);
      return read(findEvery.errors ?? []);
    };
  };
  return mapPayloads(payloadReferences(files), validator);
}

function createAjv(files: SchemaFiles, place: string, allErrors: boolean): Ajv2020 {
  // strictRequired off: it forbids the `required` that unions state beside the alternatives that define the field.
  // verbose: the breach reader finds places by schema object. optimize off: half the compile time at equal speed.
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    verbose: true,
    code: { optimize: false },
    allErrors,
  });
  ajv.addVocabulary(['x-enum', 'x-advisory']);
  for (const name of schemaNames) {
    guard(`${place}/${name}.schema.json`, () => ajv.addSchema(files[name]));
  }
  return ajv;
}

function compile(ajv: Ajv2020, reference: string, place: string): AnyValidateFunction {
  return guard(place, () => {
    const validate = ajv.getSchema(reference);
    if (validate === undefined) {
      throw new Error(`nothing stands at ${reference}`);
    }
    return validate;
  });
}

function guard<Result>(place: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw new HarnessFault('a schema is malformed', place, error instanceof Error ? error.message : String(error));
  }
}

/** Whether a value holds no more than `limit` values, itself included; stops counting there. */
function holdsAtMost(value: JsonValue, limit: number): boolean {
  let left = limit;
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    left -= 1;
    const children = isArray(next) ? next : isObject(next) ? Object.values(next) : [];
    if (left < children.length) {
      return false;
    }
    for (const child of children) {
      if (child !== undefined) {
        open.push(child);
      }
    }
  }
  return true;
}
