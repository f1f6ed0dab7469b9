import { HarnessFault } from '../../core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { createResolver, type Located } from './schema-references.ts';

/** What a schema knows of the values at one place, flattened for a walk beside the value. */
export interface DriftNode {
  /** The last object without drift of its own: its fields in order, and those that have to be walked. */
  readonly seen: { keys: readonly string[]; below: readonly NodeBelow[] };
  /** Known fields; absent where the schema leaves an object free. */
  readonly fields?: ReadonlyMap<string, DriftNode>;
  /** What every field that is not in `fields` holds, where the schema says so. */
  readonly rest?: DriftNode;
  /** Fields that the published types require but that servers omit. */
  readonly advisory: readonly string[];
  /** Known values of an open enumeration. */
  readonly values?: ReadonlySet<string>;
  readonly items?: DriftNode;
  /** Alternatives told apart by the value of one field. Each names all of its fields. */
  readonly union?: { readonly tag: string; readonly alternatives: ReadonlyMap<string, DriftNode> };
}

/** A field and what is known of its value. */
export interface NodeBelow {
  readonly key: string;
  readonly node: DriftNode;
}

/** A place about which nothing is known beyond its type: the walk need not go there. */
export const driftLeaf: DriftNode = { advisory: [], seen: { keys: [], below: [] } };

/** Builds nodes from schema documents that refer to one another by `$id`. */
export interface DriftTree {
  /**
   * The node of a schema, by absolute reference.
   * @throws HarnessFault when nothing stands there
   */
  readonly node: (reference: string) => DriftNode;
}

/** Everything that several schemas say together about one place. */
interface Gathered {
  readonly fields: Map<string, Located[]>;
  readonly advisory: string[];
  readonly values: string[];
  hasFields: boolean;
  free: boolean;
  rest?: Located;
  items?: Located;
  union?: { readonly tag: string; readonly alternatives: readonly Located[] };
}

/** @param documents schema documents by absolute `$id` */
export function createDriftTree(documents: ReadonlyMap<string, JsonObject>): DriftTree {
  const nodes = new Map<JsonObject, DriftNode>();
  const building = new Set<JsonObject>();

  const find = createResolver(documents);
  const resolve = (reference: string, base: string): Located => {
    const found = find(reference, base);
    if (found === undefined) {
      throw new HarnessFault('a schema reference leads nowhere', base, `correct ${reference}`);
    }
    return found;
  };

  const gather = ({ schema, base }: Located, into: Gathered): void => {
    const at = (value: JsonValue | undefined): Located[] => (isObject(value) ? [{ schema: value, base }] : []);
    const each = (value: JsonValue | undefined): Located[] =>
      value !== undefined && isArray(value) ? value.flatMap(at) : [];
    if (typeof schema['$ref'] === 'string') {
      gather(resolve(schema['$ref'], base), into);
    }
    if (isObject(schema['properties'])) {
      into.hasFields = true;
      for (const [name, field] of Object.entries(schema['properties'])) {
        into.fields.set(name, [...(into.fields.get(name) ?? []), ...at(field)]);
      }
    }
    into.advisory.push(...strings(schema['x-advisory']));
    into.values.push(...strings(schema['x-enum']));
    into.free ||= schema['additionalProperties'] === true;
    for (const rest of at(schema['additionalProperties'])) {
      into.rest = rest;
    }
    for (const items of at(schema['items'])) {
      into.items = items;
    }
    const branches = [...each(schema['allOf']), ...each(schema['anyOf']), ...at(schema['then']), ...at(schema['else'])];
    if (isObject(schema['discriminator']) && typeof schema['discriminator']['propertyName'] === 'string') {
      into.union = { tag: schema['discriminator']['propertyName'], alternatives: each(schema['oneOf']) };
    } else {
      branches.push(...each(schema['oneOf']));
    }
    for (const branch of branches) {
      gather(branch, into);
    }
  };

  /** Several places are several schemas for one field, which is rare; only single ones are shared. */
  const build = (places: readonly Located[]): DriftNode => {
    const [first] = places;
    const single = places.length === 1 ? first?.schema : undefined;
    const known = single === undefined ? undefined : nodes.get(single);
    if (known !== undefined) {
      return known;
    }
    if (single !== undefined) {
      if (building.has(single)) {
        throw new HarnessFault('a schema contains itself', first?.base ?? '', 'payloads must not nest without end');
      }
      building.add(single);
    }
    const gathered: Gathered = { fields: new Map(), advisory: [], values: [], hasFields: false, free: false };
    for (const place of places) {
      gather(place, gathered);
    }
    const node = toNode(gathered);
    if (single !== undefined) {
      nodes.set(single, node);
    }
    return node;
  };

  const toNode = ({ fields, advisory, values, hasFields, free, rest, items, union }: Gathered): DriftNode => {
    const named = hasFields && !free;
    const saysWords = advisory.length > 0 || values.length > 0;
    const saysShape = hasFields || rest !== undefined || items !== undefined || union !== undefined;
    if (!saysWords && !saysShape) {
      return driftLeaf;
    }
    return {
      advisory,
      seen: { keys: [], below: [] },
      ...(named ? { fields: new Map([...fields].map(([name, places]) => [name, build(places)])) } : {}),
      ...(rest === undefined ? {} : { rest: build([rest]) }),
      ...(values.length === 0 ? {} : { values: new Set(values) }),
      ...(items === undefined ? {} : { items: build([items]) }),
      ...(union === undefined ? {} : { union: { tag: union.tag, alternatives: byTag(union.tag, union.alternatives) } }),
    };
  };

  const byTag = (tag: string, alternatives: readonly Located[]): ReadonlyMap<string, DriftNode> => {
    const entries = alternatives.map((alternative): readonly [string, DriftNode] => {
      const { schema } =
        typeof alternative.schema['$ref'] === 'string'
          ? resolve(alternative.schema['$ref'], alternative.base)
          : alternative;
      const field = isObject(schema['properties']) ? schema['properties'][tag] : undefined;
      const value = isObject(field) ? field['const'] : undefined;
      if (typeof value !== 'string') {
        throw new HarnessFault(
          'an alternative of a union has no constant tag',
          alternative.base,
          `give ${tag} a const`,
        );
      }
      return [value, build([alternative])];
    });
    return new Map(entries);
  };

  return { node: (reference) => build([resolve(reference, reference)]) };
}

function strings(value: JsonValue | undefined): string[] {
  return value !== undefined && isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
