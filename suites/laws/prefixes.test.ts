import { describe, expect, it } from 'vitest';
import { type Ending, joinChunks } from '../../src/core/exchange.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { captureOf, cutsOf, ownRecordings, recordedCapture, terminalEnd } from '../support/streams/law-streams.ts';

const streams = ownRecordings.filter(({ mode }) => mode === 'stream');

/** The integrity that a cut stream may have, by how its transport ended. */
const honest: Readonly<Record<'clean' | 'fin' | 'rst', readonly string[]>> = {
  clean: ['no_end_marker'],
  fin: ['transport_error'],
  rst: ['transport_error'],
};

/** Cuts the recording and counts the cuts. A cut that passes for more than it is fails the test. */
function cut(recording: Recording, ending: Extract<Ending, 'clean' | 'fin' | 'rst'>, everyByte: number): number {
  const { dialect, mode, facts, name } = recording;
  const reading = readCapture(dialect, mode, recordedCapture(recording), { facts });
  const bytes = joinChunks(reading.capture.chunks);
  const end = terminalEnd(reading);
  if (end === undefined) {
    return expect.fail(`${dialect}/${name} has no terminal`);
  }
  const cuts = cutsOf(reading, end, { everyByte, random: 150 });
  for (const length of cuts) {
    const { outcome } = readCapture(dialect, mode, captureOf(bytes.subarray(0, length), { ending }), { facts });
    if (outcome.phase === 'completed' || !honest[ending].includes(outcome.integrity)) {
      expect.fail(
        `${dialect}/${name} is ${outcome.phase} and ${outcome.integrity} after ${length} bytes and ${ending}`,
      );
    }
    if (outcome.choices.some(({ tools }) => tools.some(({ runnable }) => runnable))) {
      expect.fail(`${dialect}/${name} has a runnable call after ${length} bytes and ${ending}`);
    }
  }
  return cuts.length;
}

describe('a recording that is cut before its terminal is never complete, and none of its calls is runnable', () => {
  it('by a clean end, after any byte (in long streams: around every frame, and at random)', { timeout: 60_000 }, () => {
    const cuts = streams.reduce((sum, recording) => sum + cut(recording, 'clean', 4_000), 0);
    expect(cuts).toBeGreaterThan(30_000);
  });

  it.each(['fin', 'rst'] as const)('by %s', { timeout: 60_000 }, (ending) => {
    const cuts = streams.reduce((sum, recording) => sum + cut(recording, ending, 2_000), 0);
    expect(cuts).toBeGreaterThan(15_000);
  });

  it.each(['fin', 'rst', 'aborted'] as const)('nor is one that has its terminal but ended with %s', (ending) => {
    for (const recording of streams) {
      const { dialect, mode, facts, script } = recording;
      const { outcome } = readCapture(dialect, mode, captureOf(joinChunks(script.writes), { ending }), { facts });
      expect(outcome.integrity, `${dialect}/${recording.name}`).toBe('transport_error');
      expect(outcome.choices.flatMap(({ tools }) => tools).filter(({ runnable }) => runnable)).toEqual([]);
    }
  });
});
