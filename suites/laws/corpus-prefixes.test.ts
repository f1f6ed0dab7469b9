import { describe, expect, it } from 'vitest';
import { joinChunks } from '../../src/core/exchange.ts';
import type { Reading } from '../../src/core/reading.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { type CorpusRow, corpusFolder } from '../support/corpus/corpus.ts';
import { corpusAnswers, corpusDialects, corpusName, isFirstParty, traitsOf } from '../support/corpus/dialects.ts';
import { captureOf, corpusCapture, cutsOf, factsOf, terminalEnd } from '../support/streams/law-streams.ts';

/** Streams of Gemini that say a finish reason more than once. A reader cannot tell which one is the last. */
const repeaters = ['7a29ae', '447344', '509d6a', '040424'];

/** How densely a stream is cut: short streams of the provider itself are cut at every byte. */
function cutsIn(row: CorpusRow, reading: Reading, end: number): readonly number[] {
  const closely = isFirstParty(row) && row.dialect !== 'openai-responses';
  const cuts = cutsOf(reading, end, closely ? { everyByte: 5_000, random: 60 } : { everyByte: 0, random: 40 });
  const most = closely ? Number.POSITIVE_INFINITY : 120;
  const step = Math.max(1, Math.ceil(cuts.length / most));
  // The last place before the terminal is whole is the one that matters most.
  return [...cuts.filter((_, turn) => turn % step === 0), end - 1];
}

describe.skipIf(corpusFolder() === undefined).each(corpusDialects)(
  'recorded %s streams (need ../shared/corpus)',
  { timeout: 120_000 },
  (dialect, { exceptions, fewest }) => {
    const excepted = new Set(exceptions.flatMap(({ ids }) => ids));
    const streams = corpusAnswers(dialect).filter((row) => row.stream && !excepted.has(corpusName(row)));
    const repeats = (row: CorpusRow): boolean =>
      dialect === 'gemini-generate' && repeaters.some((id) => row.id.endsWith(id));
    const read = (row: CorpusRow, bytes?: Uint8Array): Reading => {
      const { head } = corpusCapture(row);
      const capture = bytes === undefined ? corpusCapture(row) : captureOf(bytes, head);
      return readCapture(dialect, 'stream', capture, {
        facts: factsOf(row),
        traits: traitsOf(row, dialect),
        drift: false,
      });
    };

    it('are never complete before their terminal, wherever they are cut', () => {
      let count = 0;
      for (const row of streams.filter((candidate) => !repeats(candidate))) {
        const reading = read(row);
        const bytes = joinChunks(reading.capture.chunks);
        const end = terminalEnd(reading, traitsOf(row, dialect));
        expect(end, row.file).toBeDefined();
        for (const cut of cutsIn(row, reading, end ?? 0)) {
          const { outcome } = read(row, bytes.subarray(0, cut));
          if (outcome.integrity === 'complete' || outcome.phase === 'completed') {
            expect.fail(
              `${row.file} is ${outcome.phase} and ${outcome.integrity} after ${cut} of ${bytes.length} bytes`,
            );
          }
          count += 1;
        }
      }
      expect(count).toBeGreaterThanOrEqual(fewest.prefixes);
      console.info(`${dialect}: ${count} prefixes of ${streams.length} streams without their terminal, none complete`);
    });

    if (dialect !== 'gemini-generate') {
      return;
    }

    it(`are complete before that only in ${repeaters.length} streams that repeat the finish reason, and never without one`, () => {
      const repeating = streams.filter(repeats);
      expect(repeating).toHaveLength(repeaters.length);
      for (const row of repeating) {
        const reading = read(row);
        const bytes = joinChunks(reading.capture.chunks);
        const cuts = reading.frames.map(({ span: [, to] }) => to).filter((to) => to < (terminalEnd(reading) ?? 0));
        const early = cuts
          .map((cut) => read(row, bytes.subarray(0, cut)).outcome)
          .filter(({ integrity }) => integrity === 'complete');
        expect(early.length, row.file).toBeGreaterThan(0);
        expect(
          early.every(({ choices }) => choices.every(({ finish }) => finish !== undefined)),
          row.file,
        ).toBe(true);
      }
    });
  },
);
