import { describe, expect, test } from 'vitest';
import { createProgress } from '../../../src/report/text/progress.ts';
import { handClock, sampleCase } from '../../support/certify/run-samples.ts';

const passed = sampleCase('a<b/c/stream');
const failed = sampleCase('a<b/d/stream', [{}, { severity: 'note' }]);

function started(interactive: boolean) {
  const clock = handClock();
  const written: string[] = [];
  const progress = createProgress({ clock, write: (text) => written.push(text), interactive });
  progress.start({ cases: 1_204, strict: false, grade: 'protective' });
  return { clock, written, progress };
}

describe('progress', () => {
  test('rewrites one line of a terminal, and takes it away at the end', () => {
    const { clock, written, progress } = started(true);
    clock.advance(1_000);
    progress.case(failed);
    clock.advance(1_000);
    progress.case(passed);
    progress.end();
    expect(written).toEqual([
      '\r\u001b[K1 of 1,204 cases · 1 fault · 20 min 3 s left',
      '\r\u001b[K2 of 1,204 cases · 1 fault · 20 min 2 s left',
      '\r\u001b[K',
    ]);
  });

  test('does not draw faster than an eye can follow', () => {
    const { clock, written, progress } = started(true);
    clock.advance(200);
    progress.case(passed);
    clock.advance(10);
    progress.case(passed);
    expect(written).toHaveLength(1);
  });

  test('writes plain lines elsewhere, five seconds apart at least', () => {
    const { clock, written, progress } = started(false);
    for (let second = 0; second < 12; second += 1) {
      clock.advance(1_000);
      progress.case(passed);
    }
    progress.end();
    expect(written).toEqual([
      '5 of 1,204 cases · 0 faults · 19 min 59 s left\n',
      '10 of 1,204 cases · 0 faults · 19 min 54 s left\n',
    ]);
  });

  test('tells steps before the first case at once', () => {
    const { written, progress } = started(false);
    progress.step('portkey: starting');
    expect(written).toEqual(['portkey: starting\n']);
  });
});
