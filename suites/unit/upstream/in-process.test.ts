import { createServer } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { ScriptEnding } from '../../../src/core/exchange.ts';
import { UsageFault } from '../../../src/core/fault.ts';
import { listen } from '../../../src/transport/listen.ts';
import { type InProcessOptions, serveInProcess } from '../../../src/upstream/in-process.ts';
import { clients, withInProcess } from '../../support/exchange/in-process-case.ts';
import { chatBody, script, streamHead } from '../../support/exchange/upstream-case.ts';

const url = 'https://api.openai.com/v1/chat/completions';
const body = chatBody('hello');
const names = ['fetch', 'node:https', 'undici'] as const;
const decompress = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
const bytesOf = (chunks: readonly Uint8Array[]): readonly string[] =>
  chunks.map((bytes) => Buffer.from(bytes).toString('base64'));

describe.each(names)('a client that uses %s', (name) => {
  const ask = clients[name];

  test('gets any writes one by one, and the ending; the journal says the same', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 8 }),
        fc.constantFrom<ScriptEnding>('clean', 'fin', 'rst'),
        async (writes, ending) => {
          await withInProcess({ answer: script(writes, ending) }, async ({ attempts, settled }) => {
            const got = await ask({ url, body });
            await settled();
            expect(got.status).toBe(200);
            expect(bytesOf(got.chunks)).toEqual(bytesOf(writes));
            expect(got.error).toEqual(
              ending === 'clean' ? undefined : expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/),
            );
            expect(attempts).toHaveLength(1);
            expect(bytesOf((attempts[0]?.written.chunks ?? []).map((chunk) => chunk.bytes))).toEqual(bytesOf(writes));
            expect(attempts[0]).toMatchObject({ abortSeen: false, written: { ending } });
          });
        },
      ),
      { numRuns: 25 },
    ));

  test.each(['clean', 'fin', 'rst'] as const)('gets a network error where there is no head (%s)', (ending) =>
    withInProcess({ answer: script([], ending, { status: 0, headers: [] }) }, async ({ attempts, settled }) => {
      expect(await ask({ url, body })).toMatchObject({ status: undefined, error: 'ECONNRESET' });
      await settled();
      expect(attempts[0]?.written).toMatchObject({ ending: ending === 'clean' ? 'fin' : ending, chunks: [] });
      expect(attempts[0]?.written.head).toBeUndefined();
    }),
  );

  test('that leaves a stalled stream is seen to leave it', () =>
    withInProcess({ answer: script(['data: 1\n\n', 'data: 2\n\n'], 'stall') }, async ({ attempts, settled }) => {
      const got = await ask({ url, body, leaveAfter: 2 });
      expect(got.error).toMatch(/^(AbortError|ABORT_ERR|ECONNRESET|UND_ERR_ABORTED)$/);
      await settled();
      // It may be faster than the script, which then never came to its stall.
      expect(attempts[0]).toMatchObject({ abortSeen: true, bytesWritten: 18 });
      expect(attempts[0]?.written.ending).toMatch(/^(stall|aborted)$/);
    }));

  test('that leaves in mid-stream gets no more, and the journal has what it got', () =>
    withInProcess({ answer: script(['a', 'b', [40, 'c']]) }, async ({ attempts, settled }) => {
      await ask({ url, body, leaveAfter: 2 });
      await settled();
      expect(attempts[0]).toMatchObject({ abortSeen: true, bytesWritten: 2, written: { ending: 'aborted' } });
    }));

  test('is ended where it stalls when the upstream is closed', async () => {
    const upstream = await serveInProcess({ answer: script(['data: 1\n\n'], 'stall') });
    const got = ask({ url, body });
    await expect.poll(() => upstream.attempts[0]?.bytesWritten).toBe(9);
    await upstream.close();
    expect((await got).error).toMatch(/^(UND_ERR_SOCKET|ECONNRESET)$/);
    expect(upstream.attempts[0]).toMatchObject({ abortSeen: false });
  });

  test.each(['gzip', 'br', 'zstd'] as const)('gets %s as bytes on the wire, not as a label', (encoding) =>
    withInProcess(
      { answer: script(['data: 1\n\n', 'data: 2\n\n'], 'clean', encoded(encoding)) },
      async ({ attempts, settled }) => {
        const got = await ask({ url, body });
        const joined = Buffer.concat(got.chunks);
        await settled();
        expect(attempts[0]?.bytesWritten).toBe(18);
        // fetch decompresses by itself.
        const plain = name === 'fetch' ? joined : decompress[encoding](joined);
        expect(plain.toString()).toBe('data: 1\n\ndata: 2\n\n');
      },
    ),
  );

  test('gets the head as it stands, and a declared length', () =>
    withInProcess({ answer: script(['{}'], 'clean', json('2')) }, async () => {
      const got = await ask({ url, body });
      expect(got.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '2', 'x-one': '1' });
      expect(got.headers['transfer-encoding']).toBeUndefined();
      expect(got.error).toBeUndefined();
    }));

  test('sees a body that ends before its declared length as broken', () =>
    withInProcess({ answer: script(['{}'], 'clean', json('5')) }, async ({ attempts, settled }) => {
      expect((await ask({ url, body })).error).toBeDefined();
      await settled();
      expect(attempts[0]?.written.ending).toBe('fin');
    }));

  test('gets no chunk before its time', () =>
    withInProcess({ answer: script(['a', [40, 'b'], [45, 'c']]) }, async () => {
      const { timesMs } = await ask({ url, body });
      expect(timesMs).toHaveLength(3);
      expect(timesMs[1]).toBeGreaterThan(38);
      expect(timesMs[2]).toBeGreaterThan(43);
    }));
});

function encoded(encoding: string) {
  return { status: 200, headers: [...streamHead.headers, ['content-encoding', encoding] as const] };
}

function json(length: string) {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', length],
    ['X-One', '1'],
  ] as const;
  return { status: 200, headers };
}

test('a client that leaves before a head has come is seen to leave', () =>
  withInProcess({ answer: script([], 'stall', { status: 0, headers: [] }) }, async ({ attempts, settled }) => {
    const controller = new AbortController();
    const asked = fetch(url, { method: 'POST', body, signal: controller.signal }).catch((error) => error.name);
    await expect.poll(() => attempts.length).toBe(1);
    controller.abort();
    expect(await asked).toBe('AbortError');
    await settled();
    expect(attempts[0]).toMatchObject({ abortSeen: true });
  }));

test('a client that cancels its body is seen to leave', () =>
  withInProcess({ answer: script(['a'], 'stall') }, async ({ attempts, settled }) => {
    const response = await fetch(url, { method: 'POST', body });
    await response.body?.cancel();
    await settled();
    expect(attempts[0]).toMatchObject({ abortSeen: true });
  }));

test('requests are journaled as they were seen, without keys', () =>
  withInProcess({ answer: script(['data: [DONE]\n\n']) }, async ({ attempts, settled }) => {
    const key = 'sk-planted-0123456789';
    await clients.fetch({ url: `${url}?key=${key}`, body, headers: { authorization: `Bearer ${key}`, 'x-a': '1' } });
    await settled();
    const seen = attempts[0]?.request;
    expect(seen).toMatchObject({ dialect: 'openai-chat', mode: 'stream', method: 'POST', attempt: 0 });
    expect(seen?.headers).toContainEqual(['x-a', '1']);
    expect(seen?.neutral).toMatchObject({ model: 'some-model', turns: [{ role: 'user', text: 'hello' }] });
    expect(JSON.stringify(attempts)).not.toContain('planted');
  }));

test('a status without a body has none', () =>
  withInProcess({ answer: script([], 'clean', { status: 204, headers: [] }) }, async ({ attempts, settled }) => {
    expect(await clients['node:https']({ url, body })).toMatchObject({ status: 204, chunks: [], error: undefined });
    await settled();
    expect(attempts[0]?.written.ending).toBe('clean');
  }));

test.each([100, Number.POSITIVE_INFINITY])('speed %d divides the times', (speed) =>
  withInProcess({ answer: script(['a', [2_000, 'b']]), speed }, async () => {
    const { timesMs } = await clients.fetch({ url, body });
    expect(timesMs[1]).toBeLessThan(1_000);
    expect(timesMs[1]).toBeGreaterThan(2_000 / speed - 2);
  }),
);

test('requests of several cases are told apart by their tokens, beside what answers the rest', () =>
  withInProcess({ answer: script(['rest']) }, async ({ expect: expectCase, attempts }) => {
    const [left, right] = ['left', 'right'].map((token) => expectCase(token, () => script([token]), 'message'));
    const texts = await Promise.all(
      ['left', 'other words', 'right'].map(async (token) => {
        const { chunks } = await clients.fetch({ url, body: chatBody(`Hi.\n\n${token}`) });
        return Buffer.concat(chunks).toString();
      }),
    );
    expect(texts).toEqual(['left', 'rest', 'right']);
    expect([left?.attempts.length, right?.attempts.length, attempts.length]).toEqual([1, 1, 1]);
  }));

test('what no script answers is a stray with a readable error', () =>
  withInProcess({ bodyLimit: 1_000 }, async ({ strays }) => {
    const post = async (path: string, text: string) =>
      (await fetch(`https://api.openai.com${path}`, { method: 'POST', body: text })).json();
    expect(await post('/v1/unheard-of', '{}')).toMatchObject({
      error: { message: expect.stringContaining('no dialect') },
    });
    await post('/v1/chat/completions', 'no json');
    await post('/v1/chat/completions', body);
    await post('/v1/chat/completions', chatBody('x'.repeat(1_000)));
    expect(strays.map(({ reason }) => reason)).toEqual(['unknown-path', 'not-json', 'no-case', 'too-large']);
    const models = await (await fetch('https://api.openai.com/v1/models')).json();
    expect(models).toMatchObject({ object: 'list' });
  }));

test.each([
  [
    'throws',
    () => {
      throw new UsageFault('no answer', 'here', 'none');
    },
    'no answer',
  ],
  [
    'has a header that none can be',
    () => script([], 'clean', { status: 200, headers: [['a b', 'c']] }),
    'cannot be played',
  ],
  ['has a status that none can be', () => script([], 'clean', { status: 700, headers: [] }), 'cannot be played'],
] as const)('an answer that %s is a 500 for the client, and a fault for who waits', (_what, answer, message) =>
  withInProcess({ answer }, async ({ settled }) => {
    expect((await clients.fetch({ url, body })).status).toBe(500);
    await expect(settled()).rejects.toThrow(message);
  }),
);

describe('while it serves', () => {
  test.each(names)('%s reaches no other host', (name) =>
    withInProcess({}, async () => {
      expect(await clients[name]({ url: 'https://example.com/v1/messages', body })).toMatchObject({
        status: undefined,
        error: 'ENETUNREACH',
      });
    }),
  );

  test('this machine is reached only where that was asked for, and afterwards again', async () => {
    const server = createServer((_request, response) => response.end('local'));
    const local = await listen(server, '127.0.0.1', 0);
    const reach = () =>
      fetch(local).then(
        (response) => response.text(),
        (error) => error.cause.code,
      );
    await withInProcess({}, async () => expect(await reach()).toBe('ENETUNREACH'));
    await withInProcess({ allowLoopback: true }, async () => {
      expect(await reach()).toBe('local');
      expect((await clients.fetch({ url: 'https://example.com/', body })).error).toBe('ENETUNREACH');
    });
    expect(await reach()).toBe('local');
    server.closeAllConnections();
    server.close();
  });

  test('other origins can be named in place of the providers', () =>
    withInProcess({ answer: script(['here']), origins: ['http://gateway.internal:8080'] }, async () => {
      expect((await fetch('http://gateway.internal:8080/v1/chat/completions', { method: 'POST', body })).status).toBe(
        200,
      );
      expect((await clients.fetch({ url, body })).error).toBe('ENETUNREACH');
    }));
});

test('once closed, nothing of it is left, unless there are interceptors of others', async () => {
  await withInProcess({}, async () => expect(nock.isActive()).toBe(true));
  expect(nock.isActive()).toBe(false);
  const scope = nock('http://own.example').get('/').reply(200, 'own');
  await withInProcess({}, async () => undefined);
  expect(nock.isActive()).toBe(true);
  expect(await (await fetch('http://own.example/')).text()).toBe('own');
  expect(scope.isDone()).toBe(true);
  nock.cleanAll();
  nock.restore();
});

test.each<[string, InProcessOptions, RegExp]>([
  ['a path', { origins: ['https://api.openai.com/v1'] }, /is not an origin/],
  ['another scheme', { origins: ['ftp://api.openai.com'] }, /is not an origin/],
  ['no URL', { origins: ['api.openai.com'] }, /is not an origin/],
  ['speed 0', { speed: 0 }, /must be a positive number/],
  ['no number as speed', { speed: Number.NaN }, /must be a positive number/],
  ['recordings and an answer', { recordings: [], answer: script([]) }, /cannot be used together/],
])('%s is refused before anything is changed', async (_what, options, message) => {
  await expect(serveInProcess(options)).rejects.toThrow(message);
  await withInProcess({}, async () => undefined);
});

test('a second one is refused while the first serves', () =>
  withInProcess({}, async () => {
    await expect(serveInProcess({ clock: systemClock })).rejects.toThrow(/served already/);
  }));
