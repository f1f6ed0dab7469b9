import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessFault } from '../../core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { packageRoot } from '../../core/package-root.ts';
import { anyPosition, type SchemaBreach } from './schema-breach.ts';

const readers = ['iterator', 'helper', 'body', 'tools'] as const;

const loaded = new Map<string, ReadonlySet<string>>();

/**
 * Whether every reader in `contracts/<dialect>/readers.json` reads the same whether or not a schema is broken in this way at
 * this place. The table is read when a dialect first has a breach. A dialect without it has no such places.
 *
 * @throws HarnessFault when the table is not the JSON that contracts/meta/readers.schema.json describes
 */
export function isHarmless(dialect: string, event: string, breach: SchemaBreach): boolean {
  return placesOf(dialect).has(keyOf(event, anyPosition(breach.instancePath), breach.keyword));
}

/**
 * The places of an event at which no reader misses what is wrong, each with the keyword: `/created required`.
 *
 * @throws HarnessFault as `isHarmless` does
 */
export function harmlessPlaces(dialect: string, event: string): readonly string[] {
  const beginning = `${event} `;
  return [...placesOf(dialect)].flatMap((key) => (key.startsWith(beginning) ? [key.slice(beginning.length)] : []));
}

function placesOf(dialect: string): ReadonlySet<string> {
  const places = loaded.get(dialect) ?? readPlaces(join(packageRoot, 'contracts', dialect, 'readers.json'));
  loaded.set(dialect, places);
  return places;
}

function keyOf(event: string, at: string, keyword: string): string {
  return `${event} ${at} ${keyword}`;
}

function readPlaces(path: string): ReadonlySet<string> {
  if (!existsSync(path)) {
    return new Set();
  }
  const parsed = parseJson(readFileSync(path, 'utf8'));
  const rows = parsed.ok && isObject(parsed.value) ? parsed.value['places'] : undefined;
  if (rows === undefined || !isArray(rows)) {
    throw new HarnessFault('the table of readers has no places', path, 'write it anew with npm run readers');
  }
  return new Set(
    rows
      .filter(isObject)
      .filter(readByAll)
      .map(({ event, at, keyword }) => keyOf(textOf(event), textOf(at), textOf(keyword))),
  );
}

function readByAll(row: JsonObject): boolean {
  const effects = readers.map((name) => row[name]).filter((effect) => effect !== undefined);
  return row['reason'] === undefined && effects.length > 0 && effects.every((effect) => effect === 'reads');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
