import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import { joinChunks } from '../../../../src/core/exchange.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf, ownRecordings } from '../../../support/streams/law-streams.ts';

/** Streams whose events end with a blank line; a last line alone is an event with and without its line feed. */
const streams = ownRecordings.filter(
  ({ dialect, mode, script }) =>
    mode === 'stream' && script.ending === 'clean' && loadContract(dialect).contract.wire.tail !== 'dispatched',
);

describe('a stream that was saved without its last blank line', () => {
  it.each(streams.map((recording) => [`${recording.dialect}/${recording.name}`, recording] as const))(
    'is whole with the trait that says so, and without it lacks its terminal: %s',
    (_name, { dialect, script, facts }) => {
      const saved = Buffer.from(joinChunks(script.writes))
        .toString('latin1')
        .replace(/[\r\n]+$/, '');
      const capture = captureOf(Buffer.from(saved, 'latin1'), script.head);
      expect(readCapture(dialect, 'stream', capture, { facts }).outcome.integrity).toBe('no_end_marker');
      const { outcome, issues } = readCapture(dialect, 'stream', capture, { facts, traits: ['tail-unterminated'] });
      const whole = readCapture(dialect, 'stream', captureOf(joinChunks(script.writes), script.head), { facts });
      expect(outcome.integrity).toBe('complete');
      expect(outcome.choices).toEqual(whole.outcome.choices);
      expect(outcome.counters.sse).toEqual({
        ...whole.outcome.counters.sse,
        ...(outcome.counters.sse.lastId === undefined ? {} : { lastId: outcome.counters.sse.lastId }),
      });
      expect(issues.filter(({ level }) => level !== 'TOL')).toEqual([]);
    },
  );

  it('has that trait in every dialect of theirs', () => {
    for (const dialect of new Set(streams.map((recording) => recording.dialect))) {
      expect(Object.keys(loadContract(dialect).contract.traits)).toContain('tail-unterminated');
    }
  });
});
