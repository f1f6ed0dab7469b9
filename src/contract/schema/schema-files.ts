import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { HarnessFault } from '../../core/fault.ts';
import { isObject, type JsonObject, parseJson } from '../../core/json.ts';
import { packageRoot } from '../../core/package-root.ts';

/** What a dialect's folder describes: each stream event, the non-stream body, the error body and the request body. */
export const schemaNames = ['event', 'response', 'error', 'request'] as const;

type SchemaName = (typeof schemaNames)[number];

/** The parsed schema documents of one dialect. */
export type SchemaFiles = Readonly<Record<SchemaName, JsonObject>>;

/** Definitions of the event file with this prefix are the schemas of whole events. */
const eventPrefix = 'event.';

/**
 * Reads `<dialect>/{event,response,error,request}.schema.json`.
 * @param folder holds one folder per dialect; the package's own contracts by default
 * @throws HarnessFault when a file is missing, is no JSON object, or has no `$id`
 */
export function readSchemaFiles(dialect: DialectId, folder = join(packageRoot, 'contracts')): SchemaFiles {
  const read = (name: SchemaName): JsonObject => readSchemaFile(join(folder, dialect, `${name}.schema.json`));
  return {
    event: read('event'),
    response: read('response'),
    error: read('error'),
    request: read('request'),
  };
}

const packaged = new Map<DialectId, SchemaFiles>();

/** The schemas of this package, read once: validators and drift finders are both derived from them. */
export function packagedSchemas(dialect: DialectId): SchemaFiles {
  const files = packaged.get(dialect) ?? readSchemaFiles(dialect);
  packaged.set(dialect, files);
  return files;
}

function readSchemaFile(place: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(place, 'utf8');
  } catch (error) {
    throw new HarnessFault('a schema cannot be read', place, error instanceof Error ? error.message : String(error));
  }
  const parsed = parseJson(text);
  if (!parsed.ok) {
    throw new HarnessFault('a schema is not JSON', place, parsed.message);
  }
  if (!isObject(parsed.value)) {
    throw new HarnessFault('a schema is not a JSON object', place, 'write one object per file');
  }
  schemaId(parsed.value, place);
  return parsed.value;
}

/** The absolute `$id` of a schema document. */
function schemaId(schema: JsonObject, place: string): string {
  const id = schema['$id'];
  if (typeof id !== 'string' || !URL.canParse(id)) {
    throw new HarnessFault('a schema has no absolute $id', place, 'give it an https:// address as $id');
  }
  return id;
}

/** The documents by their `$id`. */
export function schemaDocuments(files: SchemaFiles): ReadonlyMap<string, JsonObject> {
  return new Map(schemaNames.map((name) => [schemaId(files[name], name), files[name]]));
}

/** Names of the events that the event document defines, in file order. */
export function eventNames(files: SchemaFiles): readonly string[] {
  const definitions = files.event['$defs'];
  return isObject(definitions)
    ? Object.keys(definitions)
        .filter((name) => name.startsWith(eventPrefix))
        .map((name) => name.slice(eventPrefix.length))
    : [];
}

/** Something for each kind of payload that a dialect has. */
export interface PerPayload<Thing> {
  /** By event name of the contract. */
  readonly events: ReadonlyMap<string, Thing>;
  /** The non-stream body of a success. */
  readonly response: Thing;
  /** The body of an HTTP error. */
  readonly error: Thing;
  /** The request body. */
  readonly request: Thing;
}

/** Absolute references to the schemas of all payloads. */
export function payloadReferences(files: SchemaFiles): PerPayload<string> {
  const idOf = (name: SchemaName): string => schemaId(files[name], name);
  return {
    events: new Map(eventNames(files).map((name) => [name, `${idOf('event')}#/$defs/${eventPrefix}${name}`])),
    response: idOf('response'),
    error: idOf('error'),
    request: idOf('request'),
  };
}

/** The same for another thing that is made of each. */
export function mapPayloads<From, To>(payloads: PerPayload<From>, make: (thing: From) => To): PerPayload<To> {
  return {
    events: new Map([...payloads.events].map(([name, thing]) => [name, make(thing)])),
    response: make(payloads.response),
    error: make(payloads.error),
    request: make(payloads.request),
  };
}
