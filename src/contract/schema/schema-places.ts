import { isArray, isObject, type JsonValue } from '../../core/json.ts';
import { pointerPath } from '../grammar/pointer.ts';
import { payloadReferences, type SchemaFiles, schemaDocuments } from './schema-files.ts';
import { createResolver, type Located, type ResolveReference } from './schema-references.ts';

/**
 * Whether the schemas say anything about a place of an event, or say this keyword about it; that a field is required is said
 * by the object around it.
 *
 * @param event name of the event, or `$body`
 * @param pointer place in the event, with `*` for a position in a list
 */
export function schemaSays(files: SchemaFiles, event: string, pointer: string, keyword: string | undefined): boolean {
  const { events, response } = payloadReferences(files);
  const root = event === '$body' ? response : events.get(event);
  if (root === undefined) {
    return false;
  }
  const resolve = createResolver(schemaDocuments(files));
  const path = pointerPath(pointer);
  const around = keyword === 'required';
  let found = expand(resolve, resolve(root, root));
  for (const step of around ? path.slice(0, -1) : path) {
    found = found.flatMap(({ schema, base }) =>
      expand(resolve, located(base, step === '*' ? schema['items'] : member(schema['properties'], step))),
    );
  }
  if (keyword === undefined) {
    return found.length > 0;
  }
  return found.some(({ schema }) => {
    const said = schema[keyword];
    return around ? isArray(said) && said.includes(path.at(-1) ?? '') : said !== undefined;
  });
}

/** A schema, those that it refers to, and its alternatives. */
function expand(resolve: ResolveReference, from: Located | undefined): readonly Located[] {
  if (from === undefined) {
    return [];
  }
  const { schema, base } = from;
  const target = typeof schema['$ref'] === 'string' ? resolve(schema['$ref'], base) : undefined;
  const alternatives = [
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => list(schema[keyword])),
    ...['then', 'else'].map((keyword) => schema[keyword]),
  ];
  return [
    from,
    ...expand(resolve, target),
    ...alternatives.flatMap((alternative) => expand(resolve, located(base, alternative))),
  ];
}

function located(base: string, schema: JsonValue | undefined): Located | undefined {
  return isObject(schema) ? { schema, base } : undefined;
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isArray(value) ? value : [];
}
