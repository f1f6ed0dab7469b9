import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessFault } from '../../core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { packageRoot } from '../../core/package-root.ts';
import { anyPosition, type SchemaBreach } from './schema-breach.ts';

/** Readers of an answer, and those of the error in a response that its HTTP status refuses. */
const readers = { answered: ['iterator', 'helper', 'body', 'tools'], refused: ['refused'] } as const;

type Occasion = keyof typeof readers;

type Places = Readonly<Record<Occasion, ReadonlySet<string>>>;

const none: Places = { answered: new Set(), refused: new Set() };

const loaded = new Map<string, Places>();

/**
 * Whether every reader in `contracts/<dialect>/readers.json` reads the same whether or not a schema is broken in this way at
 * this place. The table is read when a dialect first has a breach. A dialect without it has no such places.
 *
 * @param refused the HTTP status says that there is no answer, so that it tells what kind of error it is
 * @throws HarnessFault when the table is not the JSON that contracts/meta/readers.schema.json describes
 */
export function isHarmless(dialect: string, event: string, breach: SchemaBreach, refused = false): boolean {
  const { [refused ? 'refused' : 'answered']: places } = placesOf(dialect);
  return places.has(keyOf(event, anyPosition(breach.instancePath), breach.keyword));
}

/**
 * The places of an event at which no reader misses what is wrong, each with the keyword: `/created required`.
 *
 * @throws HarnessFault as `isHarmless` does
 */
export function harmlessPlaces(dialect: string, event: string): readonly string[] {
  const beginning = `${event} `;
  const { answered, refused } = placesOf(dialect);
  const own = (keys: Iterable<string>): readonly string[] =>
    [...keys].flatMap((key) => (key.startsWith(beginning) ? [key.slice(beginning.length)] : []));
  const onlyRefused = own([...refused].filter((key) => !answered.has(key)));
  return [...own(answered), ...onlyRefused.map((place) => `${place} (where the HTTP status refuses)`)];
}

function placesOf(dialect: string): Places {
  const places = loaded.get(dialect) ?? readPlaces(join(packageRoot, 'contracts', dialect, 'readers.json'));
  loaded.set(dialect, places);
  return places;
}

function keyOf(event: string, at: string, keyword: string): string {
  return `${event} ${at} ${keyword}`;
}

function readPlaces(path: string): Places {
  if (!existsSync(path)) {
    return none;
  }
  const parsed = parseJson(readFileSync(path, 'utf8'));
  const rows = parsed.ok && isObject(parsed.value) ? parsed.value['places'] : undefined;
  if (rows === undefined || !isArray(rows)) {
    throw new HarnessFault('the table of readers has no places', path, 'write it anew with npm run readers');
  }
  const readOn = (occasion: Occasion): ReadonlySet<string> =>
    new Set(
      rows
        .filter(isObject)
        .filter((row) => readByAll(row, occasion))
        .map(({ event, at, keyword }) => keyOf(textOf(event), textOf(at), textOf(keyword))),
    );
  return { answered: readOn('answered'), refused: readOn('refused') };
}

function readByAll(row: JsonObject, occasion: Occasion): boolean {
  const effects = readers[occasion].map((name) => row[name]).filter((effect) => effect !== undefined);
  if (effects.length > 0 && row['level'] === 'OBS') {
    return true;
  }
  return row['reason'] === undefined && effects.length > 0 && effects.every((effect) => effect === 'reads');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
