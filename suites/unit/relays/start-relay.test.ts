import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { startRelay } from '../../../src/relays/start-relay.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { chatRoute, mirrorConfig, programs, startForTest, startOptions } from './support.ts';

const node = process.execPath;

async function ask(url: string): Promise<JsonObject> {
  const parsed = parseJson(await (await fetch(url)).text());
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

/** A server of somebody else on a port of 127.0.0.1. */
async function occupyPort(): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(503).end('busy'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('placeholders are replaced in command, environment, files and headers', async () => {
  const relay = await startForTest(
    mirrorConfig({
      version: '1.2.3',
      start: {
        command: [node, join(programs, 'mirror.mjs'), '{work}/conf/relay.json'],
        env: { PORT: '{port}', TARGET: '{upstream}/v1' },
        files: { 'conf/relay.json': '{"listen": {port}, "to": "{upstream}", "keep": {"a": "{b}"}}' },
      },
      url: 'http://127.0.0.1:{port}/api/',
      routes: [{ ...chatRoute, headers: { 'x-host': '{upstream}/v1' }, path: '/chat', basePath: '/openai' }],
    }),
    { upstreamUrl: 'http://127.0.0.1:4999/' },
  );
  const seen = await ask(relay.baseUrl);
  const port = new URL(relay.baseUrl).port;
  expect(seen['content']).toBe(`{"listen": ${port}, "to": "http://127.0.0.1:4999", "keep": {"a": "{b}"}}`);
  expect(seen['environment']).toMatchObject({ PORT: port, TARGET: 'http://127.0.0.1:4999/v1' });
  expect(relay).toMatchObject({ name: 'mirror', version: '1.2.3', baseUrl: `http://127.0.0.1:${port}/api` });
  expect(relay.routes).toEqual([
    { ...chatRoute, headers: { 'x-host': 'http://127.0.0.1:4999/v1' }, path: '/chat', basePath: '/openai' },
  ]);
});

test('a relay sees nothing of our environment but PATH, HOME, LANG and what passEnv names', async () => {
  const environment = { ...process.env, LANG: 'C', OPENAI_API_KEY: 'k1', WANTED: 'w', LANGUAGE: 'x' };
  const told: string[] = [];
  const relay = await startForTest(
    mirrorConfig({
      start: {
        command: [node, join(programs, 'mirror.mjs')],
        env: { PORT: '{port}', LANG: 'en', DEBUG: true },
        passEnv: ['WANTED', 'ABSENT'],
      },
    }),
    { environment, onProgress: (line) => told.push(line) },
  );
  const seen = await ask(relay.baseUrl);
  const names = isObject(seen['environment']) ? Object.keys(seen['environment']).sort() : [];
  expect(names).toEqual(['DEBUG', 'HOME', 'LANG', 'PATH', 'PORT', 'WANTED']);
  expect(seen['environment']).toMatchObject({ LANG: 'en', DEBUG: 'true', WANTED: 'w' });
  expect(told).toContain('mirror: passEnv names ABSENT, but it is not set');
});

test('a relay runs in the folder of its config, or in the one that cwd names', async () => {
  const first = await startForTest(mirrorConfig());
  expect(await ask(first.baseUrl)).toMatchObject({ folder: programs });
  const start = { command: [node, join(programs, 'mirror.mjs')], cwd: '..', env: { PORT: '{port}' } };
  const second = await startForTest(mirrorConfig({ start }));
  expect(await ask(second.baseUrl)).toMatchObject({ folder: import.meta.dirname });
});

test('the work folder is readable by its owner alone and is gone after the stop', async () => {
  const start = {
    command: [node, join(programs, 'mirror.mjs'), '{work}/key'],
    env: { PORT: '{port}' },
    files: { key: 'secret' },
  };
  const relay = await startForTest(mirrorConfig({ start }));
  const { file } = await ask(relay.baseUrl);
  expect(readFileSync(String(file), 'utf8')).toBe('secret');
  await relay.stop();
  expect(existsSync(String(file))).toBe(false);
});

test('every way of being ready can be waited for', async () => {
  for (const ready of [{ path: '/health', status: 204 }, { path: '/health' }, { log: 'listening' }, {}]) {
    const relay = await startForTest(mirrorConfig({ ready }));
    expect((await fetch(`${relay.baseUrl}/health`)).status).toBe(204);
  }
});

test('the output is kept, and a crash in mid-run is told', async () => {
  const relay = await startForTest(mirrorConfig({ ready: { log: 'listening' } }));
  expect(relay.log()).toEqual(['listening']);
  expect(relay.exited()).toBeUndefined();
  await fetch(`${relay.baseUrl}/crash`).catch(() => undefined);
  await expect.poll(relay.exited).toBe('exited with code 7');
});

test('a relay that ends before it is ready is a harness fault with its code and last words', async () => {
  const folder = temporaryFolder();
  const script = 'console.log("{work}"); console.error("cannot read config"); process.exit(3)';
  const config = mirrorConfig({ start: { command: [node, '-e', script, '{port}'] } });
  const fault = await faultOf(() => startRelay(config, startOptions()));
  expect(fault).toMatchObject({
    kind: 'harness',
    message: 'relay "mirror" exited with code 3 before it was ready',
    place: 'mirror.yaml /start',
  });
  expect(fault.hint).toContain('cannot read config');
  const work = /its last output: (\S+)/.exec(fault.hint)?.[1] ?? folder;
  expect(existsSync(work)).toBe(false);
});

test('a relay that is never ready is a harness fault that says what was missing', async () => {
  const idle = { command: [node, '-e', 'setInterval(() => {}, 1000)', '{port}'] };
  const port = await faultOf(() =>
    startRelay(mirrorConfig({ start: idle, ready: { timeoutMs: 200 } }), startOptions()),
  );
  expect(port.message).toMatch(
    /^relay "mirror" was not ready within 200 ms: nothing accepted connections on 127\.0\.0\.1:\d+$/,
  );
  expect(port).toMatchObject({ kind: 'harness', place: 'mirror.yaml /ready' });
  expect(port.hint).toContain('it printed nothing');

  const status = await faultOf(() =>
    startRelay(mirrorConfig({ ready: { path: '/health', status: 200, timeoutMs: 600 } }), startOptions()),
  );
  expect(status.message).toMatch(/GET http:\/\/127\.0\.0\.1:\d+\/health answered 204 instead of 200$/);

  const log = await faultOf(() =>
    startRelay(mirrorConfig({ ready: { log: 'hello', timeoutMs: 600 } }), startOptions()),
  );
  expect(log.message).toContain('"hello" was not printed');
  expect(log.hint).toContain('its last output: listening');
});

test('a relay that accepts a connection but never answers is given up in time', async () => {
  const script = 'require("net").createServer(() => {}).listen({port}, "127.0.0.1")';
  const startedAt = systemClock.now();
  const fault = await faultOf(() =>
    startRelay(
      mirrorConfig({ start: { command: [node, '-e', script] }, ready: { path: '/', timeoutMs: 400 } }),
      startOptions(),
    ),
  );
  expect(fault.message).toMatch(/GET \S+ gave no answer$/);
  expect(systemClock.now() - startedAt).toBeLessThan(2_000);
});

test('a port that the config fixes and somebody else holds is a harness fault', async () => {
  const port = await occupyPort();
  for (const changes of [{ url: `http://127.0.0.1:${port}` }, { ready: { port } }]) {
    expect(await faultOf(() => startRelay(mirrorConfig(changes), startOptions()))).toEqual({
      kind: 'harness',
      message: `port ${port} is already in use`,
      place: 'mirror.yaml',
      hint: 'stop the program that listens there, or write {port} to get a free port',
    });
  }
});

test('a program that is not there, or a folder that is not there, is a usage fault', async () => {
  const program = mirrorConfig({ start: { command: ['no-such-relay', '{port}'] } });
  expect(await faultOf(() => startRelay(program, startOptions()))).toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('could not be started: spawn no-such-relay ENOENT'),
    place: 'mirror.yaml /start/command',
  });
  const folder = mirrorConfig({ start: { command: [node, '{port}'], cwd: 'nowhere' } });
  expect(await faultOf(() => startRelay(folder, startOptions()))).toMatchObject({
    kind: 'usage',
    place: 'mirror.yaml /start/cwd',
  });
});

test('a relay that runs already is used as it is and left alone', async () => {
  const port = await occupyPort();
  const config = { ...mirrorConfig(), url: `http://127.0.0.1:${port}/base/` };
  const { start: _start, ...running } = config;
  const relay = await startForTest(running);
  expect(relay.baseUrl).toBe(`http://127.0.0.1:${port}/base`);
  await relay.stop();
  expect((await fetch(relay.baseUrl)).status).toBe(503);
  expect(relay.log()).toEqual([]);
});

test('a relay that should run already but does not is a harness fault', async () => {
  const { start: _start, ...config } = mirrorConfig({ ready: { timeoutMs: 100 } });
  const fault = await faultOf(() => startRelay({ ...config, url: 'http://127.0.0.1:9' }, startOptions()));
  expect(fault).toMatchObject({ kind: 'harness', place: 'mirror.yaml /url' });
  expect(fault.message).toContain('not ready within 100 ms: nothing accepted connections on 127.0.0.1:9');
});

test('files are refused outside the work folder even where no config check has run', async () => {
  const config = mirrorConfig();
  const start = { command: [node] as const, env: {}, passEnv: [], files: { '../x': '' } };
  expect(await faultOf(() => startRelay({ ...config, start }, startOptions()))).toMatchObject({
    kind: 'usage',
    place: 'mirror.yaml /start/files/../x',
  });
});
