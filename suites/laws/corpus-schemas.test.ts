import { describe, expect, it } from 'vitest';
import { compileDrift } from '../../src/contract/schema/drift.ts';
import type { SchemaBreach } from '../../src/contract/schema/schema-breach.ts';
import { compileSchemas } from '../../src/contract/schema/schemas.ts';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { type JsonValue, parseJson } from '../../src/core/json.ts';
import { type CorpusRow, corpusBytes, corpusFolder, corpusFrames, corpusRows } from '../support/corpus/corpus.ts';
import { corpusDialects, isFirstParty, speaks } from '../support/corpus/dialects.ts';
import { type CorpusKnowledge, hasError } from '../support/corpus/knowledge.ts';

/** `[DONE]` is the end marker of Chat, and of servers that speak Responses; it is not JSON and has no schema. */
const endMarker = '[DONE]';

interface Payload {
  /** Event name, or the kind of body. */
  readonly name: string;
  readonly value: JsonValue;
}

function payloads(row: CorpusRow, eventName: CorpusKnowledge['eventName']): readonly Payload[] {
  const named = (text: string, nameOf: (value: JsonValue) => string): Payload => {
    const parsed = parseJson(text);
    return parsed.ok ? { name: nameOf(parsed.value), value: parsed.value } : { name: 'not JSON', value: null };
  };
  if (!row.stream) {
    const text = new TextDecoder().decode(corpusBytes(row));
    return [named(text, (value) => (isErrorStatus(row, value) ? 'error' : 'response'))];
  }
  return corpusFrames(row)
    .filter((frame) => frame.data !== endMarker)
    .map((frame) => named(frame.data, eventName));
}

/** If the status was not recorded, the body tells. */
function isErrorStatus(row: CorpusRow, value: JsonValue): boolean {
  return row.httpStatus === undefined ? hasError(value) : row.httpStatus >= 400;
}

function breachesIn(row: CorpusRow, dialect: DialectId, { eventName }: CorpusKnowledge): readonly SchemaBreach[] {
  const schemas = compileSchemas(dialect);
  return payloads(row, eventName).flatMap(({ name, value }) => {
    const validate = row.stream ? schemas.events.get(name) : name === 'error' ? schemas.error : schemas.response;
    return validate?.(value) ?? [{ instancePath: '', keyword: 'unknown event', schemaPath: '' }];
  });
}

/** Array positions mean nothing in a count. */
const pattern = (path: string): string => path.replaceAll(/\/\d+/g, '/*');

describe.skipIf(corpusFolder() === undefined).each(corpusDialects)(
  'recorded %s traffic (needs ../shared/corpus)',
  (dialect, known) => {
    const { eventName, fewest, schemaExceptions: exceptions } = known;
    const breachesOf = (row: CorpusRow): readonly SchemaBreach[] => breachesIn(row, dialect, known);
    const rows = corpusRows().filter((row) => speaks(row, dialect));
    const own = rows.filter(isFirstParty);
    const isExcused = (row: CorpusRow, breach: SchemaBreach): boolean =>
      exceptions.some(({ applies, paths }) => applies(row) && paths.includes(pattern(breach.instancePath)));
    const unexcused = (chosen: readonly CorpusRow[]): readonly string[] =>
      chosen.flatMap((row) =>
        breachesOf(row)
          .filter((breach) => !isExcused(row, breach))
          .map((breach) => `${row.file} ${breach.instancePath} ${breach.keyword}`),
      );

    it('of the provider itself satisfies the schema of every event of every stream', () => {
      const streams = own.filter((row) => row.stream && row.httpStatus === 200);
      const events = streams.flatMap((row) => payloads(row, eventName));
      expect(streams.length).toBeGreaterThanOrEqual(fewest.own.streams);
      expect(events.length).toBeGreaterThanOrEqual(fewest.own.events);
      expect(unexcused(streams)).toEqual([]);
      print(`${dialect}: ${events.length} events of ${streams.length} streams of the provider itself`, new Map());
    });

    it('of the provider itself satisfies the schema of every body', () => {
      const bodies = own.filter((row) => !row.stream && row.httpStatus === 200);
      expect(bodies.length).toBeGreaterThanOrEqual(fewest.own.bodies);
      expect(unexcused(bodies)).toEqual([]);
    });

    it('of the provider itself satisfies the schema of every error', () => {
      const errors = own.filter(
        (row) => !row.stream && payloads(row, eventName).some((payload) => payload.name === 'error'),
      );
      expect(errors.length).toBeGreaterThanOrEqual(fewest.own.errors);
      expect(unexcused(errors)).toEqual([]);
    });

    it('of the provider itself holds no unknown event, and its drift is counted', () => {
      const finders = compileDrift(dialect);
      const counts = new Map<string, number>();
      for (const row of own.filter((each) => each.httpStatus === 200)) {
        const found = payloads(row, eventName).flatMap(({ name, value }) => {
          const find = row.stream ? finders.events.get(name) : finders.response;
          expect(find, `${row.file} ${name}`).toBeDefined();
          return (find?.(value) ?? []).filter((drift) => drift.kind !== 'advisory-missing');
        });
        for (const key of new Set(found.map((drift) => `${drift.kind} ${pattern(drift.path)}`))) {
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
      print(`${dialect}: drift in files of the provider itself`, counts);
    });

    it('of relays and compatible servers is read to its end, and its breaches are counted', () => {
      const others = rows.filter((row) => !isFirstParty(row));
      const servers = new Map<string, Set<string>>();
      let broken = 0;
      for (const row of others) {
        const found = new Set(breachesOf(row).map((breach) => `${pattern(breach.instancePath)} ${breach.keyword}`));
        broken += found.size > 0 ? 1 : 0;
        for (const key of found) {
          servers.set(key, (servers.get(key) ?? new Set()).add(row.server));
        }
      }
      expect(others.length).toBeGreaterThanOrEqual(fewest.streams + fewest.bodies - own.length);
      expect(broken).toBeLessThan(Math.max(1, others.length));
      print(
        `${dialect}: ${broken} of ${others.length} files of other servers break a schema`,
        new Map([...servers].map(([key, names]) => [key, [...names].join(', ')])),
      );
    });

    it('needs every exception that is listed for it, in exactly as many files as listed', () => {
      const answered = own.filter((row) => row.httpStatus === 200);
      const used = exceptions.map(({ reason, applies, paths }) => ({
        reason,
        files: answered.filter(
          (row) => applies(row) && breachesOf(row).some((breach) => paths.includes(pattern(breach.instancePath))),
        ).length,
      }));
      expect(used).toEqual(exceptions.map(({ reason, files }) => ({ reason, files })));
    });
  },
);

function print(title: string, counts: ReadonlyMap<string, number | string>): void {
  console.info([title, ...[...counts].map(([key, count]) => `  ${key}: ${count}`)].join('\n'));
}
