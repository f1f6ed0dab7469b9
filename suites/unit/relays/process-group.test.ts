import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { isRunning, mirrorConfig, processIds, programs, startForTest, until } from './support.ts';

function parentConfig(mode: 'mild' | 'deaf') {
  const command = [process.execPath, join(programs, 'parent.mjs'), 'parent', mode];
  return mirrorConfig({ name: 'parent', start: { command, env: { PORT: '{port}' } } });
}

test('stopping a relay ends its children too', async () => {
  const relay = await startForTest(parentConfig('mild'));
  await until(() => processIds(relay.log()).length === 2);
  const ids = processIds(relay.log());
  expect(ids.map(isRunning)).toEqual([true, true]);
  await relay.stop();
  expect(ids.map(isRunning)).toEqual([false, false]);
  expect(relay.exited()).toBeUndefined();
});

test('what does not end on SIGTERM is killed after the grace period', async () => {
  const relay = await startForTest(parentConfig('deaf'), { graceMs: 150 });
  await until(() => processIds(relay.log()).length === 2);
  const ids = processIds(relay.log());
  const startedAt = systemClock.now();
  await Promise.all([relay.stop(), relay.stop()]);
  expect(systemClock.now() - startedAt).toBeGreaterThanOrEqual(145);
  expect(await until(() => !ids.some(isRunning))).toBe(true);
});

test.each(['exit', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)('no relay outlives our process: %s', async (how) => {
  const owner = spawn(process.execPath, [join(programs, 'owner.ts'), how], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ending = once(owner, 'exit');
  let output = '';
  owner.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => processIds(output.split('\n')).length, { timeout: 5_000 }).toBe(2);
  const ids = processIds(output.split('\n'));
  if (how !== 'exit') {
    expect(ids.map(isRunning)).toEqual([true, true]);
    owner.kill(how);
  }
  const [code, signal] = await ending;
  expect([code, signal]).toEqual(how === 'exit' ? [0, null] : [null, how]);
  expect(await until(() => !ids.some(isRunning))).toBe(true);
});
