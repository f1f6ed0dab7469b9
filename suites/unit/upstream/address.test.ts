import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, script, withUpstream } from '../../support/exchange/upstream-case.ts';

test('by default the upstream chooses a free port of this machine', () =>
  withUpstream(async ({ url }) => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  }));

test('a port that is taken is one clear fault with place and hint', () =>
  withUpstream(async ({ url }) => {
    const port = Number(new URL(url).port);
    await expect(startUpstream({ clock: systemClock, port })).rejects.toMatchObject({
      name: 'HarnessFault',
      message: 'the port is in use',
      place: `127.0.0.1:${port}`,
      hint: expect.stringMatching(/./),
    });
  }));

test('closing ends stalled, idle and half-sent requests, and frees the port', async () => {
  const upstream = await startUpstream({ clock: systemClock });
  const journal = upstream.expect('token', () => script(['data: x\n\n'], 'stall'), 'message');
  const stalled = rawRequest({ url: upstream.url, path: chatPath, body: chatBody('token') });
  await stalled.received(1);
  const idle = rawRequest({ url: upstream.url, path: '/v1/models', method: 'GET' });
  await idle.response;
  const unfinished = rawRequest({ url: upstream.url, path: chatPath, headers: { 'content-length': '99' }, body: '{' });
  await new Promise((resolve) => unfinished.socket.once('connect', resolve));
  await upstream.close();
  await journal.settled();
  expect(journal.attempts[0]?.abortSeen).toBe(false);
  const port = Number(new URL(upstream.url).port);
  const refused = new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
});
