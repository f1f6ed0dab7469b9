import type { ErrorObject } from 'ajv/dist/2020.js';
import { isArray, isObject, type JsonValue } from '../../core/json.ts';
import { escapePointer } from '../grammar/pointer.ts';
import { type SchemaFiles, schemaNames } from './schema-files.ts';

/** One way in which a value breaks its schema. Holds paths and schema words, never a value from the stream. */
export interface SchemaBreach {
  /** JSON pointer into the value; for a missing field, where the field would stand. */
  readonly instancePath: string;
  /** The JSON Schema keyword that was broken (`required`, `type`, `minimum` …). */
  readonly keyword: string;
  /** File and JSON pointer of that keyword: `event.schema.json#/$defs/Usage/required`. */
  readonly schemaPath: string;
}

/** A place with `*` for every position in a list. */
export function anyPosition(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** Turns what the validator reports into breaches. */
export type BreachReader = (errors: readonly ErrorObject[]) => readonly SchemaBreach[];

/**
 * Keywords that only repeat that something below them failed. In our schemas `not` stands in the second half of a
 * "known alternative, or unknown type" union, so beside a failed alternative it says nothing of its own.
 */
const echoes: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if']);

/** One breach per cause: the validator's errors without the echoes of the unions around them. */
export function createBreachReader(files: SchemaFiles): BreachReader {
  // Ajv's own schemaPath starts anew at every reference, so the place is found by the identity of the schema object.
  let places: ReadonlyMap<unknown, string> | undefined;
  return (errors) => {
    places ??= schemaPlaces(files);
    const located = places;
    const causes = errors.filter((error) => !echoes.has(error.keyword));
    const breaches = new Map<string, SchemaBreach>();
    for (const error of causes.length > 0 ? causes : errors.slice(0, 1)) {
      const breach: SchemaBreach = {
        instancePath: instancePath(error),
        keyword: error.keyword,
        schemaPath: `${located.get(error.parentSchema) ?? ''}/${error.keyword}`,
      };
      // Two schemas of one place (a reference and what stands beside it) may say the same.
      const key = `${breach.instancePath} ${breach.keyword}`;
      if (!breaches.has(key)) {
        breaches.set(key, breach);
      }
    }
    return [...breaches.values()];
  };
}

function schemaPlaces(files: SchemaFiles): ReadonlyMap<unknown, string> {
  const places = new Map<unknown, string>();
  const visit = (value: JsonValue | undefined, place: string): void => {
    if (isObject(value)) {
      places.set(value, place);
      for (const [key, child] of Object.entries(value)) {
        visit(child, `${place}/${escapePointer(key)}`);
      }
    } else if (value !== undefined && isArray(value)) {
      for (const [index, child] of value.entries()) {
        visit(child, `${place}/${index}`);
      }
    }
  };
  for (const name of schemaNames) {
    visit(files[name], `${name}.schema.json#`);
  }
  return places;
}

function instancePath(error: ErrorObject): string {
  const missing: unknown = error.params['missingProperty'];
  return typeof missing === 'string' ? `${error.instancePath}/${escapePointer(missing)}` : error.instancePath;
}
