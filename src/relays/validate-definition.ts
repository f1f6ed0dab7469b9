import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import { isObject } from '../core/json.ts';
import { readMetaSchema } from '../core/meta-schema.ts';
import { suggestion } from '../core/nearest.ts';
import type { RelayDefinition } from './relay-definition.ts';

let validate: ValidateFunction<RelayDefinition> | undefined;

/**
 * The value as a definition, if it satisfies `contracts/meta/relay.schema.json`.
 *
 * @param place the file that holds it, for messages
 * @throws UsageFault for the first thing that is wrong, unknown keys first: a mistyped key also shows up as a missing
 * one. The place is `file /pointer`. Values are never repeated, because they may be secrets.
 */
export function validateDefinition(value: unknown, place: string): RelayDefinition {
  validate ??= new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }).compile<RelayDefinition>(
    readMetaSchema('relay'),
  );
  if (validate(value)) {
    return value;
  }
  const errors = (validate.errors ?? []).filter(({ schemaPath }) => !/\/(?:anyOf|propertyNames)\//.test(schemaPath));
  const first = errors.find((error) => error.keyword === 'additionalProperties') ?? errors[0];
  if (first === undefined) {
    throw new HarnessFault('a relay config was refused without a reason', place, 'please report this');
  }
  throw toFault(first, place);
}

function toFault(error: ErrorObject, file: string): UsageFault {
  const at = (...keys: readonly unknown[]): string => {
    const pointer = [error.instancePath, ...keys.map(String)].join('/');
    return pointer === '' ? file : `${file} ${pointer}`;
  };
  const schema: unknown = error.parentSchema;
  const parameters: Readonly<Record<string, unknown>> = error.params;
  const hint = describe(schema);
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(parameters['additionalProperty']);
      const known = knownKeys(schema);
      const advice = suggestion(key, known, `known keys: ${known.join(', ')}`);
      return new UsageFault(`unknown key "${key}"`, at(key), advice);
    }
    case 'required': {
      const key = String(parameters['missingProperty']);
      return new UsageFault(`missing key "${key}"`, at(), describe(property(schema, key)));
    }
    case 'dependentRequired': {
      const [key, needed] = [String(parameters['property']), String(parameters['missingProperty'])];
      return new UsageFault(`"${key}" needs "${needed}"`, at(), describe(property(schema, needed)));
    }
    case 'propertyNames': {
      const key = String(parameters['propertyName']);
      return new UsageFault(`the name "${key}" is not allowed`, at(key), hint);
    }
    case 'anyOf':
      return new UsageFault(
        'neither "start" nor "url" is given',
        at(),
        'say how to start the relay, or where it is running',
      );
    case 'enum': {
      const allowed = Array.isArray(parameters['allowedValues']) ? parameters['allowedValues'].map(String) : [];
      return new UsageFault(`must be one of ${allowed.join(', ')}`, at(), hint);
    }
    case 'type':
      return new UsageFault(`must be ${[parameters['type']].flat().join(' or ')}`, at(), hint);
    case 'pattern':
      return new UsageFault('the form of this value is not allowed', at(), hint);
    default:
      return new UsageFault(error.message ?? `breaks the rule "${error.keyword}"`, at(), hint);
  }
}

function describe(schema: unknown): string {
  const text = isObject(schema) ? schema['description'] : undefined;
  return typeof text === 'string' ? text : 'see contracts/meta/relay.schema.json';
}

function property(schema: unknown, key: string): unknown {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? properties[key] : undefined;
}

function knownKeys(schema: unknown): readonly string[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
}
