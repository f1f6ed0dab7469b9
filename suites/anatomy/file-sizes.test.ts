import { describe, expect, test } from 'vitest';
import { filesBelow, isGenerated, lineCount } from '../support/anatomy/source-files.ts';

/** Hand-written source files of a folder with their lines, longest first. */
function measured(folder: string): readonly { readonly path: string; readonly lines: number }[] {
  return filesBelow(folder)
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !isGenerated(path))
    .map((path) => ({ path, lines: lineCount(path) }))
    .toSorted((left, right) => right.lines - left.lines);
}

function longerThan(folder: string, limit: number): readonly string[] {
  return measured(folder)
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

/** Lines of the file below which `share` (0 to 1) of the files lie. */
function quantile(folder: string, share: number): number {
  const sizes = measured(folder).map(({ lines }) => lines);
  return sizes[Math.floor((sizes.length - 1) * (1 - share))] ?? 0;
}

describe('file sizes', () => {
  test('no file of src is longer than 400 lines', () => {
    expect(longerThan('src', 400)).toEqual([]);
  });

  test('no file of the suites is longer than 500 lines', () => {
    expect(longerThan('suites', 500)).toEqual([]);
  });

  test('no script is longer than 400 lines', () => {
    expect(longerThan('scripts', 400)).toEqual([]);
  });

  test('half of src is at most 90 lines, nine tenths at most 220', () => {
    expect(quantile('src', 0.5)).toBeLessThanOrEqual(90);
    expect(quantile('src', 0.9)).toBeLessThanOrEqual(220);
  });
});
