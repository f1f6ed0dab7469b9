// node summary.mjs STEPS VITEST_JSON: prints "N passed, N failed" and exits 1 when something failed. Runs on Node 20.
import { existsSync, readFileSync } from 'node:fs';

const [stepsFile, vitestFile] = process.argv.slice(2);

/** A step that started and did not come to its end has failed. */
const steps = new Map(
  readLines(stepsFile).map((line) => {
    const [name, state] = line.split(' ');
    return [name, state === 'passed'];
  }),
);

const tests = countTests(vitestFile);
// Lint and certify count as one test each; the others count only when they fail without a test that says so.
let { passed, failed } = tests;
for (const [name, fine] of steps) {
  if (name === 'lint' || name === 'certify') {
    passed += fine ? 1 : 0;
    failed += fine ? 0 : 1;
  } else if (!fine && (name !== 'test' || tests.failed === 0)) {
    failed += 1;
  }
}
if (steps.size === 0) {
  failed += 1;
}
const broken = [...steps].filter(([, fine]) => !fine).map(([name]) => name);
if (broken.length > 0) {
  console.log(`failed: ${broken.join(', ')}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function readLines(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Tests by vitest's JSON report; a file that fails without a failed test (it did not load) counts as one. */
function countTests(file) {
  if (!existsSync(file)) {
    return { passed: 0, failed: 0 };
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}
