import { isArray, isObject, type JsonObject, type JsonRecord, type JsonValue } from '../../core/json.ts';

/** Keywords of `functionDeclarations[].parameters`, a part of OpenAPI 3.0 (content.proto, Schema). */
const knownKeywords: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
]);

/** The types as the proto spells them. JSON Schema uses lower case, and the API reads both. */
const typeWords: ReadonlySet<string> = new Set(['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL']);

/** Whether `parameters` can say all that a JSON Schema says. If not, it has to go into `parametersJsonSchema`. */
export function fitsParameters(schema: JsonValue): boolean {
  return (
    isObject(schema) &&
    Object.entries(schema).every(([keyword, value]) => {
      switch (keyword) {
        case 'type':
          return typeof value === 'string';
        case 'items':
          return value !== undefined && fitsParameters(value);
        case 'anyOf':
          return value !== undefined && isArray(value) && value.every(fitsParameters);
        case 'properties':
          return isObject(value) && Object.values(value).every((inner) => inner !== undefined && fitsParameters(inner));
        default:
          return knownKeywords.has(keyword);
      }
    })
  );
}

/** `parameters` with its types in the spelling of JSON Schema, so that it can be compared with other dialects. */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const result: JsonRecord = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // An assignment would set the prototype if a keyword is called __proto__.
    Object.defineProperty(result, keyword, {
      value: toKeyword(keyword, value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result;
}

function toKeyword(keyword: string, value: JsonValue | undefined): JsonValue | undefined {
  switch (keyword) {
    case 'type':
      return typeof value === 'string' && typeWords.has(value) ? value.toLowerCase() : value;
    case 'items':
      return isObject(value) ? toJsonSchema(value) : value;
    case 'anyOf':
      return value !== undefined && isArray(value)
        ? value.map((inner) => (isObject(inner) ? toJsonSchema(inner) : inner))
        : value;
    case 'properties':
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [name, isObject(inner) ? toJsonSchema(inner) : inner]),
          )
        : value;
    default:
      return value;
  }
}
