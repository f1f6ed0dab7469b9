import { expect, test } from 'vitest';
import { createGate } from '../../../../src/certify/run/gate.ts';
import { createPace } from '../../../../src/certify/run/pace.ts';

/** The width of a gate of 16 after answers that took so long with 16 at once, where one alone took so long. */
function widthAfter(alone: number, durations: readonly number[], slowMs = 1_000) {
  const gate = createGate(16);
  const told: string[] = [];
  const pace = createPace(gate, slowMs, (line) => told.push(line));
  pace.saw(alone, 1);
  for (const duration of durations) {
    pace.saw(duration, 16);
  }
  return { width: gate.width(), told };
}

const round = (ms: number): readonly number[] => Array.from({ length: 16 }, () => ms);

test('a relay that works on one or two requests at a time gets two or three', () => {
  expect(widthAfter(100, round(1_600)).width).toBe(2);
  expect(widthAfter(150, round(1_200)).width).toBe(3);
  expect(widthAfter(150, round(1_200)).told).toEqual([
    'the relay takes 1.20 s with 16 cases at once, and 0.15 s for one alone: 3 at once from now on',
  ]);
});

test.each([
  ['is fast enough one by one', 5, round(80)],
  ['takes its time, however many ask', 1_500, round(1_600)],
  ['works on half of them', 1_000, round(1_900)],
  ['was slow too few times to tell', 100, round(1_600).slice(1)],
])('a relay that %s gets all of them', (_what, alone, durations) => {
  expect(widthAfter(alone, durations)).toEqual({ width: 16, told: [] });
});

test('answers from before the last change do not count', () => {
  const gate = createGate(16);
  const pace = createPace(gate, 1_000, () => undefined);
  pace.saw(100, 1);
  for (const duration of [...round(1_600), ...round(1_600)]) {
    pace.saw(duration, 16);
  }
  expect(gate.width()).toBe(2);
});

test('neither a slow first answer nor a very fast one says how long one takes', () => {
  const gate = createGate(16);
  const pace = createPace(gate, 1_000, () => undefined);
  for (const alone of [4_000, 1_000, 1_100, 2, 1_050]) {
    pace.saw(alone, 1);
  }
  expect(pace.aloneMs()).toBe(1_050);
  for (const duration of round(1_200)) {
    pace.saw(duration, 16);
  }
  expect(gate.width()).toBe(16);
});

test('nothing changes before it is known how long one takes', () => {
  const gate = createGate(16);
  const pace = createPace(gate, 1_000, () => undefined);
  for (const duration of round(9_000)) {
    pace.saw(duration, 16);
  }
  expect({ alone: pace.aloneMs(), width: gate.width() }).toEqual({ alone: undefined, width: 16 });
});
