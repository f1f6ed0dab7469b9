import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isArray, parseJson } from '../../../src/core/json.ts';
import { toRelayConfig } from '../../../src/relays/load-config.ts';
import type { RelayDefinition } from '../../../src/relays/relay-definition.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { chatRoute, programs, startForTest } from './support.ts';

const login = {
  path: '/login',
  body: { user: 'u' },
  learn: { token: '/data/token', number: '/data/number', cookie: 'set-cookie' },
};

function clerk(changes: Partial<RelayDefinition>) {
  const start = { command: [process.execPath, join(programs, 'clerk.mjs')], env: { PORT: '{port}' } };
  return toRelayConfig({ name: 'clerk', start, routes: [chatRoute], ...changes }, 'clerk.yaml', programs);
}

async function seenBy(baseUrl: string): Promise<readonly unknown[]> {
  const parsed = parseJson(await (await fetch(`${baseUrl}/seen`)).text());
  return parsed.ok && isArray(parsed.value) ? parsed.value.slice(0, -1) : [];
}

describe('the setup of a relay', () => {
  test('is sent in order after the start, and what it learns goes into requests, headers and keys', async () => {
    const relay = await startForTest(
      clerk({
        setup: [
          login,
          {
            method: 'PUT',
            path: '/nodes/{setup.number}',
            headers: { 'X-Token': '{setup.token}', cookie: '{setup.cookie}' },
            body: 'to {upstream}',
          },
        ],
        routes: [{ ...chatRoute, key: '{setup.token}-{case}', headers: { 'x-cookie': '{setup.cookie}' } }],
      }),
    );
    expect(await seenBy(relay.baseUrl)).toEqual([
      { method: 'POST', url: '/login', body: '{"user":"u"}', type: 'application/json' },
      { method: 'PUT', url: '/nodes/4', body: 'to http://127.0.0.1:9', token: 't-9', cookie: 'session=s-7' },
    ]);
    expect(relay.routes).toEqual([{ ...chatRoute, key: 't-9-{case}', headers: { 'x-cookie': 'session=s-7' } }]);
  });

  test.each([
    [{ path: '/closed' }, 'POST /closed was answered 403'],
    [{ path: '/open', status: 200 }, 'POST /open was answered 204 instead of 200'],
    [{ ...login, learn: { token: '/data/tokn' } }, 'POST /login has no text or number at /data/tokn of its response'],
    [{ ...login, learn: { token: 'x-absent' } }, 'POST /login has no text or number at x-absent of its response'],
  ])('%j ends the start with its place, and shows nothing of the answer', async (request, message) => {
    const fault = await faultOf(() => startForTest(clerk({ setup: [{ path: '/open' }, request] })));
    expect(fault).toMatchObject({ kind: 'harness', message, place: 'clerk.yaml /setup/1' });
    expect(JSON.stringify(fault)).not.toContain('secret');
  });
});

describe('the reset of a relay', () => {
  test('sends its requests each time, with what the setup learned', async () => {
    const reset = { requests: [{ method: 'DELETE', path: '/locks', headers: { 'x-token': '{setup.token}' } }] };
    const relay = await startForTest(clerk({ setup: [login], reset }));
    await relay.reset?.();
    await relay.reset?.();
    const asked = { method: 'DELETE', url: '/locks', body: '', token: 't-9' };
    expect(await seenBy(relay.baseUrl)).toEqual([expect.objectContaining({ url: '/login' }), asked, asked]);
  });

  test('runs its command in the folder and environment of the relay', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'reset.mjs'),
      "import { writeFileSync } from 'node:fs';\nwriteFileSync(process.argv[2], process.env.PORT);",
    );
    const config = clerk({
      reset: { command: [process.execPath, join(folder, 'reset.mjs'), join(folder, 'done-{port}')] },
    });
    const relay = await startForTest(config);
    await relay.reset?.();
    expect(existsSync(join(folder, `done-${new URL(relay.baseUrl).port}`))).toBe(true);
  });

  test('fails with the last words of a command that fails', async () => {
    const command = [process.execPath, '-e', 'console.log("no database"); process.exit(3)'];
    const relay = await startForTest(clerk({ reset: { command } }));
    const fault = await faultOf(() => relay.reset?.() ?? Promise.resolve());
    expect(fault).toMatchObject({
      kind: 'harness',
      message: 'the reset command exited with code 3',
      place: 'clerk.yaml /reset/command',
    });
    expect(fault.hint).toContain('no database');
  });

  test('is absent where nothing is configured', async () => {
    const relay = await startForTest(clerk({}));
    expect(relay.reset).toBeUndefined();
    expect({ where: relay.where, reachable: await relay.reachable() }).toEqual({ where: 'process', reachable: true });
    await relay.stop();
    expect(await relay.reachable()).toBe(false);
  });
});
