import { expect, test } from 'vitest';
import { failNotRun, failOn } from '../../../../src/certify/run/fail-on.ts';

test('a test fails for findings, for a fault of the harness, and for a case that could not be run', () => {
  const finding = { requirement: 'relay/text/equal', expected: 'a', actual: 'b' };
  expect(() => failOn([finding], undefined)).toThrow('relay/text/equal\n  expected a\n  actual   b');
  expect(() => failOn([], 'no socket')).toThrow('harness fault: no socket');
  expect(() => failNotRun('the relay itself refused it')).toThrow('not run: the relay itself refused it');
});

test('a test passes where there is nothing of these', () => {
  expect(() => failOn([], undefined)).not.toThrow();
  expect(() => failNotRun(undefined)).not.toThrow();
});
