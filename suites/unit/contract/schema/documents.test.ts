import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDriftSet } from '../../../../src/contract/schema/drift.ts';
import {
  eventNames,
  readSchemaFiles,
  type SchemaFiles,
  schemaNames,
} from '../../../../src/contract/schema/schema-files.ts';
import { compileSchemas, createSchemaSet } from '../../../../src/contract/schema/schemas.ts';
import { dialectIds } from '../../../../src/core/dialect-ids.generated.ts';
import { HarnessFault } from '../../../../src/core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts';
import { faultOf } from '../../../support/process/fault-of.ts';
import { temporaryFolder } from '../../../support/process/temporary-folder.ts';

/** Every schema object of a document, with its JSON pointer. */
function everyObject(value: JsonValue | undefined, place: string): readonly (readonly [string, JsonObject])[] {
  if (isObject(value)) {
    return [[place, value], ...Object.entries(value).flatMap(([key, child]) => everyObject(child, `${place}/${key}`))];
  }
  return value !== undefined && isArray(value)
    ? value.flatMap((child, index) => everyObject(child, `${place}/${index}`))
    : [];
}

const list = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isArray(value) ? value : [];

const documents = dialectIds.flatMap((dialect) => {
  const files = readSchemaFiles(dialect);
  return schemaNames.map((name) => ({ dialect, name, document: files[name] }));
});

describe.each(documents)('$dialect/$name.schema.json', ({ dialect, name, document }) => {
  const objects = everyObject(document, '#');

  it('names itself by dialect and kind, in JSON Schema 2020-12', () => {
    expect(document['$id']).toBe(`https://relaycert.dev/contracts/${dialect}/${name}.schema.json`);
    expect(document['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(document['title']).toBeTypeOf('string');
    expect(document['description']).toContain('Sources:');
  });

  it('refuses no unknown field', () => {
    expect(objects.filter(([, schema]) => schema['additionalProperties'] === false)).toEqual([]);
    expect(objects.filter(([, schema]) => schema['unevaluatedProperties'] !== undefined)).toEqual([]);
  });

  it('describes every field that it requires or advises, and never does both', () => {
    for (const [place, schema] of objects.filter(([, each]) => isObject(each['properties']))) {
      const described = Object.keys(isObject(schema['properties']) ? schema['properties'] : {});
      const required = list(schema['required']).map(String);
      const advised = list(schema['x-advisory']).map(String);
      expect(described, place).toEqual(expect.arrayContaining([...required, ...advised]));
      expect(
        advised.filter((field) => required.includes(field)),
        place,
      ).toEqual([]);
    }
  });

  it('lists the same types in both halves of every known-or-unknown union', () => {
    for (const [place, schema] of objects) {
      const [known, unknown] = list(schema['anyOf']);
      if (!isObject(known) || !isObject(known['discriminator'])) {
        continue;
      }
      const tag = String(known['discriminator']['propertyName']);
      const alternatives = list(known['oneOf']).map((alternative) => tagOf(dialect, alternative, tag));
      const other = isObject(unknown) && isObject(unknown['properties']) ? unknown['properties'][tag] : undefined;
      const not = isObject(other) && isObject(other['not']) ? other['not'] : {};
      expect(not['enum'], place).toEqual(alternatives);
      expect(schema['required'], place).toEqual([tag]);
    }
  });

  it('holds no hard enumeration outside such unions', () => {
    expect(
      objects.filter(([place, schema]) => schema['enum'] !== undefined && !/\/(not|if\/properties\/type)$/.test(place)),
    ).toEqual([]);
  });
});

function tagOf(dialect: (typeof dialectIds)[number], alternative: JsonValue, tag: string): JsonValue | undefined {
  const reference = isObject(alternative) && typeof alternative['$ref'] === 'string' ? alternative['$ref'] : '';
  const found = documents
    .filter((each) => each.dialect === dialect)
    .map(({ name, document }) =>
      isObject(document['$defs']) ? [name, document['$defs'][reference.split('/$defs/')[1] ?? '']] : [],
    )
    .flatMap(([, schema]) => (isObject(schema) && isObject(schema['properties']) ? [schema['properties'][tag]] : []))
    .flatMap((field) => (isObject(field) && field['const'] !== undefined ? [field['const']] : []));
  return found[0];
}

describe.each(dialectIds)('the events of %s', (dialect) => {
  it('are what their type says, where the wire names them by type', () => {
    const definitions = readSchemaFiles(dialect).event['$defs'];
    for (const name of eventNames(readSchemaFiles(dialect))) {
      const event = isObject(definitions) ? definitions[`event.${name}`] : undefined;
      const type = isObject(event) && isObject(event['properties']) ? event['properties']['type'] : undefined;
      expect(isObject(type) ? type['const'] : name).toBe(name);
    }
  });
});

describe('compiled schemas', () => {
  it.each(dialectIds)('of %s compile whole and are made once', (dialect) => {
    const set = compileSchemas(dialect);
    expect(compileSchemas(dialect)).toBe(set);
    for (const validate of [...set.events.values(), set.response, set.error, set.request]) {
      expect(validate(null)).toHaveLength(1);
    }
  });

  it('cover the events that the contracts know', () => {
    expect([...compileSchemas('anthropic-messages').events.keys()].toSorted()).toEqual([
      'content_block_delta',
      'content_block_start',
      'content_block_stop',
      'error',
      'message_delta',
      'message_start',
      'message_stop',
      'ping',
    ]);
    expect([...compileSchemas('openai-chat').events.keys()]).toEqual(['chunk', 'error']);
    const responses = [...compileSchemas('openai-responses').events.keys()];
    expect(responses).toHaveLength(62);
    expect(responses.filter((name) => !name.startsWith('response.'))).toEqual(['error', 'keepalive']);
    expect(eventNames(readSchemaFiles('openai-chat'))).toEqual(['chunk', 'error']);
  });

  it('say where in which document a breach stands', () => {
    const [breach] = compileSchemas('anthropic-messages').response({ type: 'message', id: 'a' });
    expect(breach).toEqual({
      instancePath: '/role',
      keyword: 'required',
      schemaPath: 'event.schema.json#/$defs/Message/required',
    });
  });
});

describe('a malformed schema', () => {
  const id = (name: string) => `https://example.test/${name}.schema.json`;
  const files = (event: JsonObject): SchemaFiles => ({
    event: { $id: id('event'), $defs: { 'event.a': event } },
    response: { $id: id('response') },
    error: { $id: id('error') },
    request: { $id: id('request') },
  });
  const check = (event: JsonObject) => () => createSchemaSet(files(event), 'here').events.get('a')?.({});

  it.each<[string, JsonObject]>([
    ['a keyword of the wrong kind', { type: 'object', required: 'a' }],
    ['an unknown keyword', { type: 'object', requierd: ['a'] }],
    ['a reference to nothing', { $ref: '#/$defs/nothing' }],
  ])('is a harness fault: %s', (_title, event) => {
    expect(check(event)).toThrow(HarnessFault);
  });

  it.each<[string, JsonObject]>([
    ['a reference to nothing', { $ref: '#/$defs/nothing' }],
    ['a schema that contains itself', { properties: { a: { $ref: '#/$defs/event.a' } } }],
    ['a union without tags', { discriminator: { propertyName: 'type' }, oneOf: [{ type: 'object' }] }],
  ])('is a harness fault for drift too: %s', (_title, event) => {
    expect(() => createDriftSet(files(event))).toThrow(HarnessFault);
  });

  it('without an id is a harness fault', () => {
    expect(() => createSchemaSet({ ...files({}), request: {} }, 'here')).toThrow(HarnessFault);
  });

  it.each([
    ['is missing', undefined, 'a schema cannot be read'],
    ['is no JSON', '{', 'a schema is not JSON'],
    ['is no object', '[]', 'a schema is not a JSON object'],
    ['has no id', '{}', 'a schema has no absolute $id'],
  ])('is named by its file when it %s', async (_title, text, message) => {
    const folder = temporaryFolder();
    const place = join(folder, 'openai-chat', 'event.schema.json');
    if (text !== undefined) {
      mkdirSync(join(folder, 'openai-chat'));
      writeFileSync(place, text);
    }
    expect(await faultOf(() => readSchemaFiles('openai-chat', folder))).toMatchObject({
      kind: 'harness',
      message,
      place,
    });
  });
});
