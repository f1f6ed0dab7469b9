import { dialectIds } from '../core/dialect-ids.generated.ts';
import { shortHash } from '../core/hash.ts';
import { isArray, isObject, type JsonValue } from '../core/json.ts';
import { loadContract } from './load.ts';
import { packagedSchemas, schemaNames } from './schema/schema-files.ts';

/** What stands for a text that is not shown: its length in code points, and the first 12 hex digits of its SHA-256. */
export interface WordDigest {
  readonly length: number;
  readonly hash: string;
}

let listed: ReadonlySet<string> | undefined;

/**
 * Whether a word of the wire (a finish reason, the type or code of an error) stands in a contract, of whatever dialect: a relay may
 * write the words of another one. Any other word might be payload, and is shown by its class, its length and its hash.
 */
export function isListedWord(word: string): boolean {
  listed ??= new Set(dialectIds.flatMap((dialect) => [...contractWords(dialect), ...schemaWords(dialect)]));
  return listed.has(word) || /^[1-5]\d\d$/.test(word);
}

export function digestWord(word: string): WordDigest {
  return { length: [...word].length, hash: shortHash(word) };
}

/** The word itself, or `unknown (26 characters, 9f86d081884c)` with what it means in place of `unknown`. */
export function shownWord(word: string, meaning: string): string {
  if (isListedWord(word)) {
    return word;
  }
  const { length, hash } = digestWord(word);
  return `${meaning} (${length} ${length === 1 ? 'character' : 'characters'}, ${hash})`;
}

type Dialect = (typeof dialectIds)[number];

function contractWords(dialect: Dialect): readonly string[] {
  const { finish, errors } = loadContract(dialect).contract;
  const finishes = Object.values(finish.write).flatMap(({ preferred, acceptable, wrong }) => [
    ...(preferred === null ? [] : [preferred]),
    ...acceptable.map(({ value }) => value),
    ...wrong,
  ]);
  const written = Object.values(errors.write).flatMap(({ preferred, acceptable, code }) => [
    preferred,
    ...acceptable,
    ...(code === undefined ? [] : [code]),
  ]);
  const read = [finish.read, errors.byCode, errors.byType].flatMap((table) => Object.keys(table));
  return [...read, ...finishes, ...written];
}

/** The values that the schemas of a dialect list for any field. */
function schemaWords(dialect: Dialect): readonly string[] {
  const files = packagedSchemas(dialect);
  return schemaNames.flatMap((name) => wordsIn(files[name]));
}

function wordsIn(schema: JsonValue | undefined): readonly string[] {
  if (schema !== undefined && isArray(schema)) {
    return schema.flatMap(wordsIn);
  }
  if (!isObject(schema)) {
    return [];
  }
  const own = [schema['enum'], schema['x-enum'], [schema['const'] ?? null]].flatMap((values) =>
    values !== undefined && isArray(values) ? values.filter((value) => typeof value === 'string') : [],
  );
  return [...own, ...Object.values(schema).flatMap(wordsIn)];
}
