import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/core/package-root.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

interface FileResult {
  readonly status: 'passed' | 'failed';
  readonly tests: readonly ('passed' | 'failed')[];
}

function summarise(steps: readonly string[], files: readonly FileResult[] | undefined) {
  const folder = temporaryFolder();
  const [stepsFile, vitestFile] = [join(folder, 'steps.txt'), join(folder, 'vitest.json')];
  if (steps.length > 0) {
    writeFileSync(stepsFile, `${steps.join('\n')}\n`);
  }
  if (files !== undefined) {
    const states = files.flatMap(({ tests }) => tests);
    writeFileSync(
      vitestFile,
      JSON.stringify({
        numPassedTests: states.filter((state) => state === 'passed').length,
        numFailedTests: states.filter((state) => state === 'failed').length,
        testResults: files.map(({ status, tests }) => ({
          status,
          assertionResults: tests.map((state) => ({ status: state })),
        })),
      }),
    );
  }
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(packageRoot, '.ci/summary.mjs'), stepsFile, vitestFile],
    {
      encoding: 'utf8',
    },
  );
  return { last: stdout.trimEnd().split('\n').at(-1), status };
}

const allPassed = ['install', 'lint', 'test', 'certify'].map((name) => `${name} passed`);
const twoPassed: FileResult = { status: 'passed', tests: ['passed', 'passed'] };

test('tests are counted one by one, lint and certify as one each', () => {
  expect(summarise(allPassed, [twoPassed])).toEqual({ last: '4 passed, 0 failed', status: 0 });
});

test('a failed test is one failure, not two with its step', () => {
  const steps = ['install passed', 'lint passed', 'test failed', 'certify passed'];
  const failed: FileResult = { status: 'failed', tests: ['passed', 'failed'] };
  expect(summarise(steps, [twoPassed, failed])).toEqual({ last: '5 passed, 1 failed', status: 1 });
});

test('a file that did not load is a failure', () => {
  const steps = ['install passed', 'lint passed', 'test failed', 'certify passed'];
  expect(summarise(steps, [twoPassed, { status: 'failed', tests: [] }])).toEqual({
    last: '4 passed, 1 failed',
    status: 1,
  });
});

test('tests that broke off without a report are a failure', () => {
  expect(summarise(['install passed', 'lint passed', 'test failed', 'certify passed'], undefined)).toEqual({
    last: '2 passed, 1 failed',
    status: 1,
  });
});

test('a step that started and never ended has failed', () => {
  expect(summarise(['install passed', 'lint passed', 'test passed', 'certify started'], [twoPassed])).toEqual({
    last: '3 passed, 1 failed',
    status: 1,
  });
});

test('an installation that failed is a failure by itself', () => {
  expect(summarise(['install failed'], undefined)).toEqual({ last: '0 passed, 1 failed', status: 1 });
});

test('a run without any step is a failure', () => {
  expect(summarise([], undefined)).toEqual({ last: '0 passed, 1 failed', status: 1 });
});
