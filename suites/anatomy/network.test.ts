import { createServer as createHttpServer, get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { listen } from '../../src/transport/listen.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const nameElsewhere = 'api.openai.com';
/** TEST-NET-1 (RFC 5737), which belongs to nobody. */
const addressElsewhere = '192.0.2.1';

interface Emitter {
  once(event: 'error', listener: (error: Error) => void): unknown;
}

const errorOf = (emitter: Emitter): Promise<string> =>
  new Promise((resolve) => emitter.once('error', (error) => resolve(error.message)));

const attempts: readonly (readonly [string, (host: string) => Promise<string>])[] = [
  ['fetch', (host) => fetch(`https://${host}/`).then(String, (error) => error.cause.message)],
  ['undici', (host) => request(`http://${host}/`).then(String, (error) => error.message)],
  ['node:http', (host) => errorOf(get(`http://${host}/`))],
  ['node:https', (host) => errorOf(getSecurely(`https://${host}/`))],
  ['node:net with a host', (host) => errorOf(connect(443, host))],
  ['node:net with options', (host) => errorOf(connect({ port: 443, host }))],
  ['node:tls', (host) => errorOf(connectSecurely({ port: 443, host, servername: 'x' }))],
];

test.each(attempts)('%s cannot reach another machine from a test, by name or by address', async (_name, attempt) => {
  for (const host of [nameElsewhere, addressElsewhere]) {
    const from = performance.now();
    expect(await attempt(host)).toContain(`may not leave this machine, and ${host} is elsewhere`);
    expect(performance.now() - from).toBeLessThan(2_000);
  }
});

test('a test can reach what listens on this machine, by port, by name and by path', async () => {
  const server = createHttpServer((_request, response) => response.end('here'));
  const url = await listen(server, '127.0.0.1', 0);
  expect(await (await fetch(url)).text()).toBe('here');
  const port = Number(new URL(url).port);
  expect(await (await fetch(`http://localhost:${port}`)).text()).toBe('here');
  await new Promise<void>((resolve) => connect(port).once('connect', resolve).once('close', resolve).end());
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));

  const path = `${temporaryFolder()}/socket`;
  const local = createHttpServer((_request, response) => response.end('there'));
  await new Promise<void>((resolve) => local.listen(path, resolve));
  await new Promise<void>((resolve, reject) => connect(path).once('connect', resolve).once('error', reject).end());
  local.closeAllConnections();
  local.close();
});
