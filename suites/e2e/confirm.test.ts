import { expect, onTestFinished, test } from 'vitest';
import { loadRunInCode } from '../../src/certify/options/load-run.ts';
import { prepareRun } from '../../src/certify/plan/prepare-run.ts';
import { openSession } from '../../src/certify/run/session.ts';
import { type Trouble, troubledRelay } from '../support/certify/troubled-relay.ts';

/** What a case shows in the run, alone and under load: ids of the must-requirements that it breaks. */
async function threeTimes(trouble: Trouble, environment: Readonly<Record<string, number>>, path: string) {
  const options = await loadRunInCode(troubledRelay({ trouble, environment }), { cases: [path] }, process.env);
  const prepared = prepareRun(options);
  const session = await openSession(options, prepared);
  onTestFinished(session.close);
  const [planned] = prepared.selected;
  if (planned === undefined) {
    throw new Error(`there is no case ${path}`);
  }
  const first = await session.run(planned);
  const [confirmation] = await session.confirm([planned], { cases: 5, ms: 10_000 });
  return { first, ...confirmation };
}

test('a fault that depends on nothing else is found alone and under load', async () => {
  const { first, alone, together } = await threeTimes('hangs-up', {}, 'short-text/stream');
  const requirements = first.findings.map(({ requirement }) => requirement);
  expect(requirements).toContain('relay/terminal/never-lost');
  expect(alone?.findings.map(({ requirement }) => requirement)).toEqual(requirements);
  expect(together?.findings.map(({ requirement }) => requirement)).toEqual(requirements);
  expect({ alone: alone?.concurrency, together: together?.concurrency }).toEqual({ alone: 1, together: 16 });
});

test('a relay is started again before a case runs alone, so that what it locked does not count', async () => {
  const { first, alone, together } = await threeTimes('locks', { LOCK_MS: 30_000 }, 'short-text~cut-fin@4/stream');
  expect(first.notRun).toBeUndefined();
  expect(alone?.notRun).toBeUndefined();
  expect(alone?.attempts).toBe(1);
  // Alone it has locked its model.
  expect(together?.notRun).toMatch(/refused it with status 503/);
});
