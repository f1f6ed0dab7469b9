import { describe, expect, it } from 'vitest';
import { joinChunks } from '../../src/core/exchange.ts';
import type { Reading } from '../../src/core/reading.ts';
import { readCapture } from '../../src/outcome/read.ts';
import { type CorpusRow, corpusFolder } from '../support/corpus.ts';
import {
  captureOf,
  corpusCapture,
  cutsOf,
  factsOf,
  mustIssueIds,
  providerDialects,
  providerStreams,
  terminalEnd,
} from '../support/law-streams.ts';

type ProviderDialect = (typeof providerDialects)[number];

/** Streams of a provider that are not complete, or break a must, each kind with its reason and how many there are. */
const exceptions: readonly {
  readonly dialect: ProviderDialect;
  readonly reason: string;
  readonly applies: (row: CorpusRow) => boolean;
  readonly count: number;
  readonly integrity: string;
  readonly issues: readonly string[];
}[] = [
  {
    dialect: 'anthropic-messages',
    reason: 'the recording lost the last blank line, so the message_stop was never dispatched',
    applies: (row) => row.id === 'anthropic-messages/anthropic-messages-stream-0-91df3c',
    count: 1,
    integrity: 'no_end_marker',
    issues: ['terminal.missing', 'wire.unterminated'],
  },
  {
    dialect: 'openai-chat',
    reason: 'audio output: chunks that carry audio alone have no choices, and no choice has a finish reason',
    applies: (row) => row.features.includes('audio_output'),
    count: 3,
    integrity: 'missing_finish_reason',
    issues: ['choice.unclosed', 'chunk.choices', 'event.schema.chunk'],
  },
];

/** How many streams there are at least; the corpus may grow. */
const fewest: Readonly<Record<ProviderDialect, number>> = { 'anthropic-messages': 60, 'openai-chat': 45 };

function read(dialect: ProviderDialect, row: CorpusRow): Reading {
  return readCapture(dialect, 'stream', corpusCapture(row), { facts: factsOf(row) });
}

describe.skipIf(corpusFolder() === undefined).each(providerDialects)(
  'streams that the provider of %s sent (needs ../shared/corpus)',
  (dialect) => {
    const rows = providerStreams(dialect);
    const own = exceptions.filter((exception) => exception.dialect === dialect);
    const excused = (row: CorpusRow): boolean => own.some(({ applies }) => applies(row));

    it('are complete and break no must', () => {
      const plain = rows.filter((row) => !excused(row));
      for (const row of plain) {
        const reading = read(dialect, row);
        expect({ integrity: reading.outcome.integrity, issues: mustIssueIds(reading) }, row.file).toEqual({
          integrity: 'complete',
          issues: [],
        });
      }
      expect(rows.length).toBeGreaterThanOrEqual(fewest[dialect]);
      console.info(`${dialect}: ${plain.length} of ${rows.length} streams of the provider are complete`);
    });

    it.each(own)('but for $count where $reason', ({ applies, count, integrity, issues }) => {
      const excepted = rows.filter(applies);
      expect(excepted).toHaveLength(count);
      for (const row of excepted) {
        const reading = read(dialect, row);
        expect(reading.outcome.integrity, row.file).toBe(integrity);
        expect([...mustIssueIds(reading)].sort(), row.file).toEqual(issues);
      }
    });

    it('finish with a reason that the manifest names too', () => {
      const named = rows.filter((row) => row.finish.length > 0 && !excused(row));
      for (const row of named) {
        const raw = read(dialect, row).outcome.choices.map(({ finish }) => finish?.raw);
        expect(
          raw.every((reason) => reason !== undefined && row.finish.includes(reason)),
          row.file,
        ).toBe(true);
      }
      expect(named.length).toBeGreaterThan(fewest[dialect] / 2);
    });

    it('are never complete before their terminal, wherever they are cut', { timeout: 60_000 }, () => {
      let cuts = 0;
      for (const row of rows.filter((candidate) => !excused(candidate))) {
        const reading = read(dialect, row);
        const bytes = joinChunks(reading.capture.chunks);
        const end = terminalEnd(reading);
        expect(end, row.file).toBeDefined();
        for (const cut of cutsOf(reading, end ?? 0, { everyByte: 5_000, random: 60 })) {
          const { outcome } = readCapture(dialect, 'stream', captureOf(bytes.subarray(0, cut)), {
            facts: factsOf(row),
          });
          if (outcome.integrity === 'complete' || outcome.phase === 'completed') {
            expect.fail(
              `${row.file} is ${outcome.phase} and ${outcome.integrity} after ${cut} of ${bytes.length} bytes`,
            );
          }
          cuts += 1;
        }
      }
      console.info(`${dialect}: ${cuts} prefixes without a terminal, none complete`);
    });
  },
);
