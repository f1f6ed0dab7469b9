import { HarnessFault } from '../../src/core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { joined, memberOf, nothing, type ObjectShape, type Shape } from './shape.ts';

/** Schema documents of one dialect by their names (`event`, `response`, `error`). */
export type SchemaDocuments = Readonly<Record<string, JsonObject>>;

/**
 * Reads the shape at a place of a dialect's schemas: `event#Delta`, or through members, `event#Message/stop_reason`.
 * `response#` is a document's root.
 *
 * @throws HarnessFault when a reference leads nowhere
 */
export function schemaShape(documents: SchemaDocuments, place: string): Shape {
  const [document = '', path = ''] = place.split('#');
  const [definition = '', ...steps] = path.split('/');
  const start = definition === '' ? documents[document] : definitionOf(documents, document, definition);
  // A definition that is gone is drift, not a fault, because a reader asks the contract what it has.
  return start === undefined ? nothing : steps.reduce(memberOf, new SchemaReader(documents).read(start, document));
}

function definitionOf(documents: SchemaDocuments, document: string, name: string): JsonObject | undefined {
  const definitions = documents[document]?.['$defs'];
  const found = isObject(definitions) ? definitions[name] : undefined;
  return isObject(found) ? found : undefined;
}

class SchemaReader {
  readonly #documents: SchemaDocuments;

  constructor(documents: SchemaDocuments) {
    this.#documents = documents;
  }

  read(schema: JsonObject, document: string): Shape {
    const { $ref: reference, properties, items, const: constant } = schema;
    const parts: Shape[] = [];
    if (typeof reference === 'string') {
      parts.push(this.#follow(reference, document));
    }
    if (isObject(properties)) {
      parts.push({ words: [], objects: [this.#object(schema, properties, document)] });
    }
    if (isObject(items)) {
      parts.push(this.read(items, document));
    }
    const named = [...strings(schema['enum']), ...strings(schema['x-enum']), ...strings([constant ?? null])];
    parts.push({ words: named, objects: [] });
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      for (const branch of objects(schema[keyword])) {
        parts.push(this.read(branch, document));
      }
    }
    for (const keyword of ['then', 'else']) {
      const branch = schema[keyword];
      parts.push(isObject(branch) ? this.read(branch, document) : nothing);
    }
    return joined(parts);
  }

  #object(definition: object, properties: JsonObject, document: string): ObjectShape {
    const members = new Map<string, () => Shape>();
    for (const [name, schema] of Object.entries(properties)) {
      // Conditions of a schema use `false` to say that a member is absent.
      if (schema !== false) {
        members.set(name, () => (isObject(schema) ? this.read(schema, document) : nothing));
      }
    }
    return { definition, members };
  }

  #follow(reference: string, from: string): Shape {
    const [file = '', pointer = ''] = reference.split('#');
    const document = file === '' ? from : file.replace(/\.schema\.json$/, '');
    const name = pointer.replace('/$defs/', '');
    const target = pointer === '' ? this.#documents[document] : definitionOf(this.#documents, document, name);
    if (target === undefined) {
      throw new HarnessFault('a schema refers to a place that does not exist', reference, 'fix the reference');
    }
    return this.read(target, document);
  }
}

function strings(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
