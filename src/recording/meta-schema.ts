import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { UsageFault } from '../core/fault.ts';
import type { JsonValue } from '../core/json.ts';
import { readMetaSchema } from '../core/meta-schema.ts';
import type { Scenario } from '../core/scenario.ts';
import type { HarDocument } from './har-document.ts';

/** Narrows a parsed file to its type, or throws a `UsageFault` at the JSON pointer of the first breach. */
export type DocumentCheck<Document> = (value: JsonValue, place: string) => Document;

/** Checks the file of a recording, `contracts/meta/recording.schema.json`. */
export const checkHarDocument: DocumentCheck<HarDocument> = documentCheck<HarDocument>('recording');

/** Checks the file of a scenario, `contracts/meta/scenario.schema.json`. */
export const checkScenarioDocument: DocumentCheck<Scenario> = documentCheck<Scenario>('scenario');

/** A place inside a JSON file: the file, `#`, and a JSON pointer (RFC 6901). */
export function pointerPlace(place: string, ...keys: readonly (string | number)[]): string {
  const steps = keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return `${place}#${steps.join('')}`;
}

function documentCheck<Document>(name: string): DocumentCheck<Document> {
  let validate: ValidateFunction<Document> | undefined;
  return (value, place) => {
    validate ??= new Ajv2020({ strict: true }).compile<Document>(readMetaSchema(name));
    if (validate(value)) {
      return value;
    }
    throw schemaFault(validate.errors?.[0], place, name);
  };
}

function schemaFault(error: ErrorObject | undefined, place: string, name: string): UsageFault {
  const hint = `contracts/meta/${name}.schema.json describes the format`;
  const at = `${place}#${error?.instancePath ?? ''}`;
  const unknownKey = error?.params['additionalProperty'] ?? error?.params['unevaluatedProperty'];
  if (typeof unknownKey === 'string') {
    return new UsageFault('this key is unknown', `${at}${pointerPlace('', unknownKey).slice(1)}`, hint);
  }
  const missingKey = error?.params['missingProperty'];
  if (typeof missingKey === 'string') {
    return new UsageFault(`the key ${missingKey} is missing`, at, hint);
  }
  const allowed: unknown = error?.params['allowedValues'] ?? error?.params['allowedValue'];
  if (allowed !== undefined) {
    return new UsageFault(`it must be ${[allowed].flat().join(', ')}`, at, hint);
  }
  return new UsageFault(`it ${error?.message ?? 'is not of this format'}`, at, hint);
}
