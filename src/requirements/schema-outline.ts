import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json.ts';

/** Keywords whose values are data, not schemas. */
const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/**
 * What a model is told about the arguments of a tool. At the top, that is the type, the properties and the required
 * ones. Below, it is everything except keywords that only close an object, for which Gemini has no word, and keywords
 * that say nothing, which relays add.
 */
export function outlineOfTool({ type, properties, required }: JsonObject): JsonObject {
  return outline({
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
  });
}

function outline(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): readonly (readonly [string, JsonValue])[] => {
      if (value === undefined) {
        return [];
      }
      switch (keyword) {
        case 'additionalProperties':
          return typeof value === 'boolean' ? [] : [[keyword, outlineOf(value)]];
        case '$defs':
          return isEmpty(value) ? [] : [[keyword, namedOutlines(value)]];
        case 'required':
          return isEmpty(value) ? [] : [[keyword, inOrder(value)]];
        case 'properties':
          return isEmpty(value) ? [] : [[keyword, namedOutlines(value)]];
        default:
          return [[keyword, dataKeywords.has(keyword) ? value : outlineOf(value)]];
      }
    }),
  );
}

function outlineOf(value: JsonValue): JsonValue {
  if (isArray(value)) {
    return value.map(outlineOf);
  }
  return isObject(value) ? outline(value) : value;
}

/** The names are not keywords. */
function namedOutlines(value: JsonValue): JsonValue {
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, schema]) => [name, schema === undefined ? null : outlineOf(schema)]),
      )
    : value;
}

function isEmpty(value: JsonValue): boolean {
  return isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

function inOrder(names: JsonValue): JsonValue {
  return isArray(names) ? names.toSorted() : names;
}
