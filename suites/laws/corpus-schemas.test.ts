import { describe, expect, it } from 'vitest';
import { compileDrift } from '../../src/contract/drift.ts';
import type { SchemaBreach } from '../../src/contract/schema-breach.ts';
import { compileSchemas } from '../../src/contract/schemas.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import {
  type CorpusRow,
  corpusBytes,
  corpusFolder,
  corpusFrames,
  corpusRows,
  isFirstParty,
  trustedFraming,
} from '../support/corpus.ts';

/** What in the corpus is first-party and yet breaks the schemas, each with its reason. */
const exceptions: readonly {
  readonly reason: string;
  readonly applies: (row: CorpusRow) => boolean;
  readonly paths: readonly string[];
}[] = [
  {
    reason:
      'OpenAI audio output: chunks that carry audio bytes alone have no choices, and the last choice no finish_reason',
    applies: (row) => row.dialect === 'openai-chat' && row.stream && row.features.includes('audio_output'),
    paths: ['/choices', '/choices/0/finish_reason'],
  },
  {
    reason: 'a fixture saved as a file and reordered: its null members were lost on the way',
    applies: (row) =>
      row.dialect === 'anthropic-messages' &&
      !row.stream &&
      !trustedFraming(row) &&
      row.authenticity === 'likely-recorded',
    paths: ['/stop_sequence'],
  },
];

/** `[DONE]` is the end marker of Chat; it is no JSON and has no schema. */
const endMarker = '[DONE]';

interface Payload {
  readonly dialect: DialectId;
  /** Event name, or the kind of body. */
  readonly name: string;
  readonly value: JsonValue;
}

function payloads(row: CorpusRow, dialect: DialectId): readonly Payload[] {
  if (!row.stream) {
    const parsed = parseJson(new TextDecoder().decode(corpusBytes(row)));
    const name = (row.httpStatus ?? 0) >= 400 ? 'error' : 'response';
    return parsed.ok ? [{ dialect, name, value: parsed.value }] : [];
  }
  return corpusFrames(row)
    .filter((frame) => frame.data !== endMarker)
    .flatMap((frame) => {
      const parsed = parseJson(frame.data);
      return parsed.ok ? [{ dialect, name: eventName(dialect, parsed.value), value: parsed.value }] : [];
    });
}

function eventName(dialect: DialectId, value: JsonValue): string {
  if (dialect === 'anthropic-messages') {
    return isObject(value) ? String(value['type']) : '';
  }
  return isObject(value) && (value['error'] ?? null) !== null ? 'error' : 'chunk';
}

function breachesOf(row: CorpusRow, dialect: DialectId): readonly SchemaBreach[] {
  const schemas = compileSchemas(dialect);
  const body = (row.httpStatus ?? 0) >= 400 ? schemas.error : schemas.response;
  return payloads(row, dialect).flatMap(({ name, value }) => {
    const validate = row.stream ? schemas.events.get(name) : body;
    if (validate === undefined) {
      return [{ instancePath: '', keyword: 'unknown event', schemaPath: '' }];
    }
    return validate(value);
  });
}

const isExcused = (row: CorpusRow, breach: SchemaBreach): boolean =>
  exceptions.some(({ applies, paths }) => applies(row) && paths.includes(breach.instancePath));

const said = (row: CorpusRow, breach: SchemaBreach): string => `${row.file} ${breach.instancePath} ${breach.keyword}`;

/** Array positions say nothing in a count. */
const pattern = (path: string): string => path.replaceAll(/\/\d+/g, '/*');

describe.skipIf(corpusFolder() === undefined).each(dialectIds)(
  'recorded %s traffic (needs ../shared/corpus)',
  (dialect) => {
    const rows = corpusRows().filter((row) => row.dialect === dialect);
    const own = rows.filter(isFirstParty);
    const unexcused = (chosen: readonly CorpusRow[]): readonly string[] =>
      chosen.flatMap((row) =>
        breachesOf(row, dialect)
          .filter((breach) => !isExcused(row, breach))
          .map((breach) => said(row, breach)),
      );

    it('of the provider itself satisfies the schema of every event of every stream', () => {
      const streams = own.filter((row) => row.stream && row.httpStatus === 200);
      expect(streams.length).toBeGreaterThan(20);
      expect(streams.flatMap((row) => payloads(row, dialect)).length).toBeGreaterThan(500);
      expect(unexcused(streams)).toEqual([]);
    });

    it('of the provider itself satisfies the schema of every body', () => {
      const bodies = own.filter((row) => !row.stream && row.httpStatus === 200);
      expect(bodies.length).toBeGreaterThan(20);
      expect(unexcused(bodies)).toEqual([]);
    });

    it('of the provider itself satisfies the schema of every error', () => {
      const errors = own.filter((row) => !row.stream && (row.httpStatus ?? 0) >= 400);
      expect(errors.length).toBeGreaterThan(5);
      expect(unexcused(errors)).toEqual([]);
    });

    it('of the provider itself holds no unknown event, and its drift is counted', () => {
      const finders = compileDrift(dialect);
      const counts = new Map<string, number>();
      for (const row of own.filter((each) => each.httpStatus === 200)) {
        const found = payloads(row, dialect).flatMap(({ name, value }) => {
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
      const streams = rows.filter((row) => !isFirstParty(row) && row.stream && row.httpStatus === 200);
      const servers = new Map<string, Set<string>>();
      let broken = 0;
      for (const row of streams) {
        const found = new Set(
          breachesOf(row, dialect).map((breach) => `${pattern(breach.instancePath)} ${breach.keyword}`),
        );
        broken += found.size > 0 ? 1 : 0;
        for (const key of found) {
          servers.set(key, (servers.get(key) ?? new Set()).add(row.server));
        }
      }
      expect(streams.length).toBeGreaterThan(0);
      expect(broken).toBeLessThan(streams.length);
      print(
        `${dialect}: ${broken} of ${streams.length} streams of other servers break a schema`,
        new Map([...servers].map(([key, names]) => [key, [...names].join(', ')])),
      );
    });

    it('needs every exception that is listed for it', () => {
      const used = exceptions.filter(({ paths, applies }) =>
        own.some(
          (row) => applies(row) && breachesOf(row, dialect).some((breach) => paths.includes(breach.instancePath)),
        ),
      );
      const listed = exceptions.filter(({ applies }) => own.some(applies));
      expect(used.map(({ reason }) => reason)).toEqual(listed.map(({ reason }) => reason));
      expect(listed).toHaveLength(1);
    });
  },
);

function print(title: string, counts: ReadonlyMap<string, number | string>): void {
  console.info([title, ...[...counts].map(([key, count]) => `  ${key}: ${count}`)].join('\n'));
}
