import { describe, expect, test } from 'vitest';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { createRandom } from '../../../src/core/random.ts';
import { mutation as finishSweep } from '../../../src/mutations/finish-sweep.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { endOf } from '../../../src/requirements/end-of.ts';
import { foldedScript } from '../../../src/upstream/folded-script.ts';
import { bothSides } from '../../support/triangle/both-sides.ts';
import { redOf } from '../../support/triangle/breakages.ts';

const utf8 = new TextEncoder();
const { recordings } = loadRecordingSet([]);

describe('the end of an answer', () => {
  test.each(dialectIds)(
    'of %s is no quiet close when a terminal of the dialect was seen, whatever it says',
    (dialect) => {
      for (const recording of recordings.filter(
        (candidate) => candidate.dialect === dialect && candidate.mode === 'stream',
      )) {
        for (const mode of ['stream', 'body'] as const) {
          const script = mode === 'stream' ? recording.script : foldedScript(recording);
          const variants = finishSweep.variants(script, dialect, 'every');
          for (const { label, apply } of 'notApplicable' in variants ? [] : variants) {
            const played: WireScript = apply(script, createRandom('1'));
            const reading = readCapture(
              dialect,
              mode,
              { ...played, chunks: played.writes, endedAtMs: 0 },
              { drift: false },
            );
            expect(reading.outcome.witnesses.endMarker, label).toBe(true);
            expect(['success', 'error'], `${recording.name} ${mode} ${label}`).toContain(endOf(reading));
          }
        }
      }
    },
  );
});

describe('an upstream that ended with a terminal did not break', () => {
  const doneAlone = utf8.encode('data: [DONE]\n\n');

  test.each(dialectIds)('so a quiet close towards a client of %s hides no break', (client) => {
    const told = bothSides({ client, upstream: 'openai-chat', sent: [], seen: [] });
    const attempts = told.attempts.map((attempt) => {
      const capture = { ...attempt.reading.capture, chunks: [{ atMs: 0, bytes: doneAlone }] };
      return { ...attempt, reading: readCapture('openai-chat', 'stream', capture) };
    });
    expect(attempts.map(({ reading }) => endOf(reading))).toEqual(['success']);
    expect(endOf(told.client)).toBe('ambiguous');
    const red = redOf({ ...told, attempts }, 'must');
    expect(red).not.toContain('relay/terminal/break-visible');
    expect(red).toContain('any/terminal/exactly-one');
  });
});
