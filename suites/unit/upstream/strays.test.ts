import { expect, test } from 'vitest';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, script, withUpstream } from '../../support/exchange/upstream-case.ts';

test('health checks and lists of models consume no script, not even of the only case', () =>
  withUpstream(async ({ url, expect: expectCase, strays }) => {
    const journal = expectCase('token', () => script(['data: x\n\n']), 'single-flight');
    const ask = (method: string, path: string) => rawRequest({ url, method, path }).response;
    expect((await ask('GET', '/v1/models')).status).toBe(200);
    expect((await ask('GET', '/v1/models/gpt-x')).status).toBe(200);
    expect((await ask('GET', '/health')).status).toBe(404);
    expect((await ask('GET', chatPath)).status).toBe(404);
    expect((await ask('POST', '/v1/embeddings')).status).toBe(404);
    expect(journal.attempts).toEqual([]);
    expect(strays.map(({ method, path, reason }) => `${method} ${path} ${reason}`)).toEqual([
      'GET /health unknown-path',
      `GET ${chatPath} unknown-path`,
      'POST /v1/embeddings unknown-path',
    ]);
    expect((await rawRequest({ url, path: chatPath, body: chatBody('!') }).response).status).toBe(200);
    expect(journal.attempts).toHaveLength(1);
  }));

test('the list of models holds the names that it was given, in the words of every dialect', () =>
  withUpstream(
    async ({ url }) => {
      const { body } = await rawRequest({ url, method: 'GET', path: '/v1/models?limit=5' }).response;
      expect(JSON.parse(body.toString())).toMatchObject({
        object: 'list',
        has_more: false,
        first_id: 'a',
        last_id: 'b',
        data: [{ id: 'a', object: 'model', type: 'model' }, { id: 'b' }],
        models: [{ name: 'models/a' }, {}],
      });
      const one = await rawRequest({ url, method: 'GET', path: '/v1/models/a%2Fb%' }).response;
      expect(JSON.parse(one.body.toString())).toMatchObject({ id: 'a%2Fb%' });
    },
    { models: ['a', 'b'] },
  ));

test('a 404 is JSON with a message that clients of every dialect look for', () =>
  withUpstream(async ({ url }) => {
    const { head, body } = await rawRequest({ url, path: '/other' }).response;
    expect(head).toMatch(/content-type: application\/json/i);
    expect(JSON.parse(body.toString())).toMatchObject({ error: { message: expect.stringContaining('no dialect') } });
  }));

test('a body over the limit is refused and one within it is not', () =>
  withUpstream(
    async ({ url, expect: expectCase, strays }) => {
      const journal = expectCase('token', () => script([]), 'message');
      const fits = chatBody('token').padEnd(4096);
      expect((await rawRequest({ url, path: chatPath, body: fits }).response).status).toBe(200);
      expect((await rawRequest({ url, path: chatPath, body: `${fits} ` }).response).status).toBe(413);
      const huge = 'x'.repeat(8 * 1024 * 1024);
      expect((await rawRequest({ url, path: chatPath, body: huge }).response).status).toBe(413);
      expect(strays).toMatchObject([{ reason: 'too-large' }, { reason: 'too-large' }]);
      expect(journal.attempts).toHaveLength(1);
    },
    { bodyLimit: 4096 },
  ));

test.each(['', '{"model":', '[]', '"text"', '\u0000\u0001'])(
  'a body that is not a JSON object (%j) is refused',
  (body) =>
    withUpstream(async ({ url, expect: expectCase, strays }) => {
      expectCase('token', () => script([]), 'single-flight');
      expect((await rawRequest({ url, path: chatPath, body }).response).status).toBe(400);
      expect(strays).toMatchObject([{ reason: 'not-json' }]);
    }),
);

test('a client that leaves in the middle of its request leaves no trace', () =>
  withUpstream(async ({ url, expect: expectCase, strays }) => {
    const journal = expectCase('token', () => script([]), 'single-flight');
    const { socket, response } = rawRequest({ url, path: chatPath, headers: { 'content-length': '999' }, body: '{' });
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    await response;
    expect(journal.attempts).toEqual([]);
    expect(strays).toEqual([]);
  }));
