import { describe, expect, test } from 'vitest';
import { caseValue } from '../../../src/certify/plan/case-id.ts';
import { routeOfCase, variesByCase } from '../../../src/relays/case-value.ts';
import { chatRoute } from './support.ts';

describe('{case}', () => {
  const route = { ...chatRoute, model: 'm-{case}', key: 'k-{case}', headers: { 'x-a': '{case}/{case}', 'x-b': 'b' } };

  test('is replaced in model, key and headers, and nowhere else', () => {
    expect(routeOfCase({ ...route, path: '/{case}' }, 'v1')).toEqual({
      ...chatRoute,
      model: 'm-v1',
      key: 'k-v1',
      headers: { 'x-a': 'v1/v1', 'x-b': 'b' },
      path: '/{case}',
    });
    const plain = { ...chatRoute, headers: {} };
    expect(routeOfCase(plain, 'v1')).toEqual(plain);
  });

  test.each([
    [{ ...chatRoute, headers: {} }, false],
    [{ ...chatRoute, headers: { a: 'x{case}' } }, true],
    [{ ...chatRoute, headers: {}, key: '{case}' }, true],
    [{ ...chatRoute, headers: {}, model: '{case}' }, true],
  ])('%j varies by case: %s', (varied, expected) => {
    expect(variesByCase(varied)).toBe(expected);
  });

  test('stands for the id of a case in its first run, and for other digits in every further one', () => {
    const values = [
      caseValue('a26a079d2e50'),
      caseValue('a26a079d2e50', 'again 1'),
      caseValue('a26a079d2e50', 'again 2'),
    ];
    expect(values[0]).toBe('a26a079d2e50');
    expect(new Set(values).size).toBe(3);
    expect(values.every((value) => /^[0-9a-f]{12}$/.test(value))).toBe(true);
    expect(caseValue('a26a079d2e50', 'again 1')).toBe(values[1]);
  });
});
