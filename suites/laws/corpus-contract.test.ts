import { describe, expect, it } from 'vitest';
import { judgeStream } from '../../src/certify/judge/judge-stream.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Reading } from '../../src/core/reading.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { type CorpusRow, corpusFolder } from '../support/corpus/corpus.ts';
import { corpusAnswers, corpusDialects, corpusName, isFirstParty, traitsOf } from '../support/corpus/dialects.ts';
import { corpusCapture, factsOf, mustIssueIds } from '../support/streams/law-streams.ts';

/** The requirements on a stream alone that an answer breaks. */
function mustFindings(reading: Reading, row: CorpusRow): readonly string[] {
  const { findings } = judgeStream(reading, factsOf(row));
  return findings.filter(({ severity }) => severity === 'must').map(({ requirement }) => requirement);
}

function read(dialect: DialectId, row: CorpusRow, traits = traitsOf(row, dialect)): Reading {
  return readCapture(dialect, row.stream ? 'stream' : 'body', corpusCapture(row), { facts: factsOf(row), traits });
}

describe.skipIf(corpusFolder() === undefined).each(corpusDialects)(
  'recorded %s answers (need ../shared/corpus)',
  { timeout: 60_000 },
  (dialect, known) => {
    const rows = corpusAnswers(dialect);
    const { exceptions, exchangeTraits, failing, fewest, pending, serverTraits } = known;
    const excepted = new Set(exceptions.flatMap(({ ids }) => ids));
    const plain = rows.filter((row) => !excepted.has(corpusName(row)));
    const readings = new Map(rows.map((row) => [row, read(dialect, row)]));
    const readingOf = (row: CorpusRow): Reading => readings.get(row) ?? read(dialect, row);

    it('break no must of their contract, and no requirement on a stream alone, with the traits of their server', () => {
      const breaking = plain.flatMap((row) => mustIssueIds(readingOf(row)).map((id) => `${corpusName(row)} ${id}`));
      expect(breaking).toEqual([]);
      const unended = new Set([...pending, ...failing]);
      const found = plain
        .filter((row) => !unended.has(corpusName(row)))
        .flatMap((row) => mustFindings(readingOf(row), row).map((id) => `${corpusName(row)} ${id}`));
      expect(found).toEqual([]);
      const streams = rows.filter(({ stream }) => stream).length;
      expect(streams).toBeGreaterThanOrEqual(fewest.streams);
      expect(rows.length - streams).toBeGreaterThanOrEqual(fewest.bodies);
      console.info(
        `${dialect}: ${plain.length} of ${rows.length} answers (${streams} streams) break no must, ${excepted.size} are excepted`,
      );
    });

    it('are complete, except those that never end and those that fail', () => {
      const others = new Map<string, string[]>();
      for (const row of plain) {
        const { integrity } = readingOf(row).outcome;
        if (integrity !== 'complete') {
          others.set(integrity, [...(others.get(integrity) ?? []), corpusName(row)]);
        }
      }
      expect({
        pending: others.get('no_end_marker') ?? [],
        failing: others.get('provider_error') ?? [],
        kinds: others.size,
      }).toEqual({
        pending,
        failing,
        kinds: Math.min(1, pending.length) + Math.min(1, failing.length),
      });
    });

    it.each(exceptions)('except for $ids.length where $reason', ({ ids, integrity, issues }) => {
      const found = rows.filter((row) => ids.includes(corpusName(row)));
      expect(found).toHaveLength(ids.length);
      for (const row of found) {
        expect(mustIssueIds(readingOf(row)).toSorted(), row.file).toEqual(issues);
        expect(readingOf(row).outcome.integrity, row.file).toBe(integrity);
      }
    });

    it('of the provider itself need no trait, except for what was asked for and how it was saved', () => {
      const own = rows.filter(isFirstParty);
      expect(own.length).toBeGreaterThanOrEqual(fewest.own.streams + fewest.own.bodies);
      expect(own.filter(({ server }) => serverTraits[server] !== undefined)).toEqual([]);
      const needy = own.filter((row) => traitsOf(row, dialect).length > 0);
      expect(needy.length / own.length).toBeLessThan(0.05);
      console.info(`${dialect}: ${needy.length} of ${own.length} answers of the provider itself need a trait`);
    });

    it('need each trait that is listed for their server', () => {
      const unused = Object.entries(serverTraits).flatMap(([server, traits]) =>
        traits
          .filter((trait) => rows.filter((row) => row.server === server).every((row) => !needs(row, trait)))
          .map((trait) => `${server} ${trait}`),
      );
      expect(unused).toEqual([]);
    });

    it('need each trait that is listed for an exchange', () => {
      for (const { trait, applies } of exchangeTraits) {
        const bearing = rows.filter(applies);
        expect(bearing.length, trait).toBeGreaterThan(0);
        expect(bearing.filter((row) => needs(row, trait)).length, trait).toBeGreaterThan(0);
      }
    });

    it('need every trait, except those of answers that are not in the corpus', () => {
      const told = new Set([...Object.values(serverTraits).flat(), ...exchangeTraits.map(({ trait }) => trait)]);
      expect(Object.keys(loadContract(dialect).contract.traits).filter((trait) => !told.has(trait))).toEqual(
        known.unrecordedTraits,
      );
    });

    it('finish with a reason that the manifest names too', () => {
      const named = plain.filter((row) => row.finish.length > 0 && readingOf(row).outcome.integrity === 'complete');
      const wrong = named.flatMap((row) => {
        const reasons = readingOf(row).outcome.choices.map(({ finish }) => finish?.raw ?? '');
        return reasons.every((reason) => row.finish.some((known) => meansReason(known, reason)))
          ? []
          : [`${corpusName(row)} ${reasons.join(' ')} ${row.finish.join(' ')}`];
      });
      expect(wrong).toEqual([]);
      expect(named.length).toBeGreaterThanOrEqual(fewest.finishes);
    });

    function needs(row: CorpusRow, trait: string): boolean {
      const traits = traitsOf(row, dialect);
      const without = traits.filter((other) => other !== trait);
      const bare = read(dialect, row, without);
      return (
        traits.includes(trait) &&
        (bare.issues.length !== readingOf(row).issues.length ||
          mustFindings(bare, row).length !== mustFindings(readingOf(row), row).length)
      );
    }
  },
);

/** The manifest has a status where Responses gives a reason, and a word where Gemini sent a number. */
function meansReason(known: string, reason: string): boolean {
  const incomplete = ['max_output_tokens', 'content_filter'].includes(reason) && known === 'incomplete';
  return reason !== '' && (known.startsWith(reason) || incomplete);
}
