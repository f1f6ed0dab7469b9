import { expect, test } from 'vitest';
import { createRecordProgress } from '../../../src/cli/record-progress.ts';
import type { Shell } from '../../../src/cli/shell.ts';
import { systemClock } from '../../../src/core/clock.ts';

function shellThatTells(told: string[], interactive: boolean, now: () => number): Shell {
  return {
    write: () => undefined,
    tell: (text) => told.push(text),
    colours: false,
    interactive,
    readStandardInput: () => Promise.resolve(new Uint8Array()),
    environment: {},
    clock: { ...systemClock, now },
    folder: '.',
    program: 'relaycert',
    onInterrupt: () => () => undefined,
    exitNow: () => undefined,
  };
}

test('a terminal sees chunks, bytes and seconds on one line, ten times a second at most, and nothing is left of it', () => {
  const told: string[] = [];
  let now = 0;
  const { reader, end } = createRecordProgress(
    'short-text',
    shellThatTells(told, true, () => now),
  );
  for (let chunk = 0; chunk < 1_000; chunk += 1) {
    now += 10;
    expect(reader.chunk?.(new Uint8Array(3))).toBe(true);
  }
  end();
  expect(told.length).toBeLessThan(110);
  expect(told.at(-2)).toBe('\r\u001b[Kshort-text · 1,000 chunks · 3,000 bytes · 10.0 s');
  expect(told.at(-1)).toBe('\r\u001b[K');
});

test('what is no terminal sees no progress', () => {
  const told: string[] = [];
  const { reader, end } = createRecordProgress(
    'short-text',
    shellThatTells(told, false, () => 0),
  );
  reader.chunk?.(new Uint8Array(3));
  end();
  expect(told).toEqual([]);
});
