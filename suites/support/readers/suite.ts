import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { issueIds } from '../../../src/contract/issue-ids.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { isHarmless } from '../../../src/contract/schema/harmless-places.ts';
import { isRefusal } from '../../../src/core/exchange.ts';
import { isObject, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import type { SdkReader } from '../sdk/readers/reader.ts';
import { readerNames } from './effects.ts';
import { type Breach, findBreaches, issueKey } from './find-breaches.ts';
import type { KeptLevel } from './kept-levels.ts';
import { agrees, committedTable, makeTable, type ReaderTable, writeTable } from './reader-table.ts';

const writes = process.env['RELAYCERT_WRITE_READERS'] === '1';

/**
 * Registers the tests that hold the levels of a contract to what readers make of its breaches.
 *
 * @param kept levels of this dialect that are not what the readers say, each with a reason
 */
export function describeReaderTable(sdk: SdkReader, kept: readonly KeptLevel[]): void {
  const { dialect } = sdk;
  describe(`what readers make of breaches of ${dialect}`, () => {
    let breaches: ReadonlyMap<string, readonly Breach[]> = new Map();
    let table: ReaderTable | undefined;
    beforeAll(async () => {
      // Some SDKs print what they skip.
      for (const name of ['warn', 'error', 'log'] as const) {
        vi.spyOn(console, name).mockImplementation(() => undefined);
      }
      breaches = findBreaches(dialect);
      table = await makeTable(sdk, kept, breaches);
      vi.restoreAllMocks();
      if (writes) {
        writeTable(dialect, table);
      }
    }, 300_000);

    test('is what the committed table says (npm run readers writes it)', () => {
      expect(committedTable(dialect)).toEqual(table);
    });

    test('is a table as contracts/meta/readers.schema.json describes it', () => {
      const schema = parseJson(readFileSync(join(packageRoot, 'contracts', 'meta', 'readers.schema.json'), 'utf8'));
      const validate = new Ajv2020({ strict: true }).compile(
        schema.ok && isObject(schema.value) ? schema.value : false,
      );
      expect(validate(table), JSON.stringify(validate.errors)).toBe(true);
    });

    test('is known of every issue of the contract, or there is a reason why it is not', () => {
      const rows = table?.issues ?? [];
      expect(rows.length).toBeGreaterThan(10);
      const silent = rows.filter(
        (row) => row.reason === undefined && readerNames.every((name) => row[name] === undefined),
      );
      expect(silent.map(({ issue }) => issue)).toEqual([]);
    });

    test('agrees with the levels of the contract, except for a reason', () => {
      const levels = issueIds(loadContract(dialect).contract);
      const wrong = (table?.issues ?? []).filter(({ issue, reason, ...effects }) => {
        const known = levels.get(issue);
        return reason === undefined && (known === undefined || !agrees(known, effects));
      });
      expect(wrong).toEqual([]);
    });

    test('needs each reason that was given', () => {
      const given = [...(table?.issues ?? []), ...(table?.places ?? [])].map(({ reason }) => reason);
      expect(kept.filter(({ reason }) => !given.includes(reason))).toEqual([]);
    });

    // The table was read before it was written.
    test.skipIf(writes).each([
      { occasion: 'an answer', refused: false, names: readerNames.filter((name) => name !== 'refused') },
      {
        occasion: 'a response that is refused',
        refused: true,
        names: readerNames.filter((name) => name === 'refused'),
      },
    ])('gives each place of a schema its level in $occasion', ({ refused, names }) => {
      const places = (table?.places ?? []).filter((row) => names.some((name) => row[name] !== undefined));
      const harmless = places.filter(
        (row) =>
          row.level === 'OBS' ||
          (row.reason === undefined && names.every((name) => (row[name] ?? 'reads') === 'reads')),
      );
      expect(places.length).toBeGreaterThan(0);
      expect(refused || harmless.length > 0).toBe(true);
      for (const row of places) {
        const { event, at, keyword } = row;
        const breach = { instancePath: at, keyword, schemaPath: '' };
        expect(isHarmless(dialect, event, breach, refused), `${event} ${at} ${keyword}`).toBe(harmless.includes(row));
        const key = `event.schema.${event} ${at} ${keyword}`;
        const made = (breaches.get(key) ?? []).filter(({ broken }) => isRefusal(broken.head.status) === refused);
        expect(levelsOf(made, key), key).toEqual([harmless.includes(row) ? 'OBS' : 'SPEC']);
      }
    });

    /** The levels with which our own reader reports an issue. */
    function levelsOf(made: readonly Breach[], key: string): readonly string[] {
      const found = made.flatMap(({ asked, broken, facts }) => {
        const capture = { head: broken.head, chunks: broken.writes, ending: 'clean', endedAtMs: 0 } as const;
        return readCapture(dialect, asked, capture, { drift: false, facts }).issues;
      });
      return [...new Set(found.filter((issue) => issueKey(issue) === key).map(({ level }) => level))];
    }
  });
}
