import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueIds, type KnownIssue } from '../../../src/contract/issue-ids.ts';
import { loadContract } from '../../../src/contract/load.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { isMustLevel } from '../../../src/core/issue.ts';
import { isObject, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import type { SdkReader } from '../sdk/readers/reader.ts';
import { isAbout, unspokenEvents } from '../streams/unspoken-events.ts';
import { createBreachReader, type Effects, worst } from './effects.ts';
import type { Breach } from './find-breaches.ts';
import { type KeptLevel, keptLevels, notMade, reasonFor } from './kept-levels.ts';

/** A row of the table: an issue, or a place of a schema, with what readers make of it or why nobody knows. */
export interface IssueRow extends Effects {
  readonly issue: string;
  readonly reason?: string;
}

export interface PlaceRow extends Effects {
  readonly event: string;
  readonly at: string;
  readonly keyword: string;
  readonly level?: 'OBS';
  readonly reason?: string;
}

/** `contracts/<dialect>/readers.json`. */
export interface ReaderTable {
  readonly $schema: string;
  readonly sdk: string;
  readonly notHeld: readonly string[];
  readonly issues: readonly IssueRow[];
  readonly places: readonly PlaceRow[];
}

/**
 * Makes breaches of a dialect, and reads each with every reader.
 *
 * @param kept reasons that are about this dialect alone
 * @param breaches what `findBreaches` found
 */
export async function makeTable(
  sdk: SdkReader,
  kept: readonly KeptLevel[],
  breaches: ReadonlyMap<string, readonly Breach[]>,
): Promise<ReaderTable> {
  const { dialect } = sdk;
  const notHeld = unspokenEvents(dialect);
  const known = [...issueIds(loadContract(dialect).contract).values()].filter(({ id }) => !isAbout(id, notHeld));
  const read = createBreachReader(sdk);
  const effects = new Map<string, Effects>();
  const places: PlaceRow[] = [];
  for (const [key, found] of [...breaches].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (found.some(({ others }) => others.length > 0)) {
      continue;
    }
    const each: Effects[] = [];
    for (const breach of found) {
      each.push(await read(breach));
    }
    const [id = '', at, keyword] = key.split(' ');
    if (at === undefined || keyword === undefined) {
      effects.set(id, worst(each));
    } else {
      const reason = reasonFor(key, kept);
      places.push({ event: id.slice('event.schema.'.length), at, keyword, ...worst(each), ...reasonOf(reason) });
    }
  }
  const issues = known
    .filter(({ id }) => !places.some(({ event }) => id === `event.schema.${event}`))
    .map((issue) => issueRow(issue, effects.get(issue.id), breaches.get(issue.id), kept))
    .toSorted((one, other) => (one.issue < other.issue ? -1 : 1));
  return { $schema: '../meta/readers.schema.json', sdk: versionOf(sdk), notHeld, issues, places };
}

function issueRow(
  known: KnownIssue,
  effects: Effects | undefined,
  found: readonly Breach[] | undefined,
  kept: readonly KeptLevel[],
): IssueRow {
  const { id: issue } = known;
  if (effects !== undefined) {
    const reason = agrees(known, effects) ? undefined : reasonFor(issue, [...kept, ...keptLevels]);
    return { issue, ...effects, ...reasonOf(reason) };
  }
  const others = found?.[0]?.others ?? [];
  const reason = reasonFor(issue, [...kept, ...notMade]);
  return {
    issue,
    ...(others.length > 0 ? { reason: `not made alone, only with ${others.join(', ')}` } : reasonOf(reason)),
  };
}

function reasonOf(kept: KeptLevel | undefined): Pick<KeptLevel, 'level'> & { readonly reason?: string } {
  return kept === undefined ? {} : { ...(kept.level === undefined ? {} : { level: kept.level }), reason: kept.reason };
}

/** Whether an issue of a relay is a must exactly where a reader does not read the same. */
export function agrees({ level, relay = level }: Pick<KnownIssue, 'level' | 'relay'>, effects: Effects): boolean {
  return isMustLevel(relay) === Object.values(effects).some((effect) => effect !== 'reads');
}

function versionOf({ sdk }: SdkReader): string {
  const parsed = parseJson(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const packages = parsed.ok && isObject(parsed.value) ? parsed.value['devDependencies'] : undefined;
  return `${sdk} ${isObject(packages) ? String(packages[sdk]) : ''}`.trim();
}

function pathOf(dialect: DialectId): string {
  return join(packageRoot, 'contracts', dialect, 'readers.json');
}

/** The committed table; `undefined` where there is none. */
export function committedTable(dialect: DialectId): unknown {
  const parsed = parseJson(readFileSync(pathOf(dialect), 'utf8'));
  return parsed.ok ? parsed.value : undefined;
}

/** Writes a table, one row a line. */
export function writeTable(dialect: DialectId, table: ReaderTable): void {
  const members = Object.entries(table).map(([name, value]: [string, unknown]) => {
    const rows = Array.isArray(value) ? value.map((row: unknown) => `    ${JSON.stringify(row)}`) : [];
    return `  ${JSON.stringify(name)}: ${rows.length > 0 ? `[\n${rows.join(',\n')}\n  ]` : JSON.stringify(value)}`;
  });
  writeFileSync(pathOf(dialect), `{\n${members.join(',\n')}\n}\n`);
}
