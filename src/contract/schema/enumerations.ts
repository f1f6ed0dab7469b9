import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { isArray, isObject, type JsonValue } from '../../core/json.ts';
import { packagedSchemas, schemaNames } from './schema-files.ts';

const known = new Map<DialectId, ReadonlySet<string>>();

/** Names of the fields whose values the schemas of a dialect list: `type`, `role`, `stop_reason` … Their values are words. */
export function enumeratedFields(dialect: DialectId): ReadonlySet<string> {
  const found = known.get(dialect) ?? findEnumerated(dialect);
  known.set(dialect, found);
  return found;
}

function findEnumerated(dialect: DialectId): ReadonlySet<string> {
  const files = packagedSchemas(dialect);
  const documents = schemaNames.map((name) => files[name]);
  const definitions = new Map(documents.flatMap(({ $defs }) => (isObject($defs) ? Object.entries($defs) : [])));
  const names = new Set<string>();
  const isEnumerated = (schema: JsonValue | undefined): boolean => {
    if (!isObject(schema)) {
      return false;
    }
    const reference = schema['$ref'];
    const target = typeof reference === 'string' ? definitions.get(reference.split('/').at(-1) ?? '') : undefined;
    const listed = isObject(target) && target !== schema ? target : schema;
    const branches = [listed['anyOf'], listed['oneOf']].flatMap((list) =>
      list !== undefined && isArray(list) ? list : [],
    );
    return (
      listed['enum'] !== undefined ||
      listed['x-enum'] !== undefined ||
      typeof listed['const'] === 'string' ||
      branches.some((branch) => isObject(branch) && branch['$ref'] === undefined && isEnumerated(branch))
    );
  };
  const walk = (value: JsonValue | undefined): void => {
    if (value !== undefined && isArray(value)) {
      value.forEach(walk);
    } else if (isObject(value)) {
      const { properties } = value;
      for (const [name, schema] of isObject(properties) ? Object.entries(properties) : []) {
        if (isEnumerated(schema)) {
          names.add(name);
        }
      }
      Object.values(value).forEach(walk);
    }
  };
  documents.forEach(walk);
  return names;
}
