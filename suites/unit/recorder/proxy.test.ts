import { once } from 'node:events';
import { createServer, request as requestHttp } from 'node:http';
import { basename } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import {
  type Header,
  headerValue,
  joinChunks,
  type ScriptEnding,
  type WireScript,
} from '../../../src/core/exchange.ts';
import { openTap, type Tapped } from '../../../src/recorder/tap.ts';
import { readRecording } from '../../../src/recording/load-recordings.ts';
import { listen } from '../../../src/transport/listen.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { serveRaw } from '../../support/exchange/raw-server.ts';
import { allFiles, detailsFor } from '../../support/recording/record-here.ts';
import { proxyTo, savedPath } from '../../support/recording/recording-proxy.ts';

const chat = dialectSamples['openai-chat'].streams['short-text'];

async function playing(script: WireScript) {
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => script });
  onTestFinished(upstream.close);
  return upstream.url;
}

/** A client that keeps what it got. */
function client(url: string, options: Parameters<typeof detailsFor>[1] = {}, idleMs = 5_000) {
  return openTap({ request: detailsFor(url, options).request, reader: {}, clock: systemClock, idleMs });
}

const bytesOf = (chunks: Tapped['chunks']) => chunks.map(({ bytes }) => Buffer.from(bytes).toString('base64'));

describe('a recording proxy', () => {
  test.each<[ScriptEnding]>([['clean'], ['fin'], ['rst']])(
    'passes head, chunks and the ending %s on, and records the same',
    async (ending) => {
      const headers: readonly Header[] = [...chat.head.headers, ['X-Twice', '1'], ['X-Twice', '2']];
      const script = { ...chat, head: { ...chat.head, headers }, ending };
      const proxy = await proxyTo(await playing(script));
      const got = await client(proxy.url).ended;
      await proxy.written(1);
      expect(bytesOf(got.chunks)).toEqual(bytesOf(script.writes));
      expect([got.ending, got.endedBy]).toEqual([ending, 'upstream']);
      expect(got.head?.headers).toEqual(expect.arrayContaining([...headers]));
      const [exchange] = proxy.exchanges;
      const recording = readRecording(exchange === undefined ? '' : savedPath(exchange));
      expect(bytesOf(recording.script.writes)).toEqual(bytesOf(script.writes));
      expect(recording).toMatchObject({
        dialect: 'openai-chat',
        mode: 'stream',
        provenance: 'captured',
        endedBy: 'upstream',
      });
      expect(recording.script.ending).toBe(ending);
      expect(recording.facts).toMatchObject({ n: 1, includeUsage: true, maxTokens: 100 });
    },
  );

  test('takes a client that leaves as the end, tells the server, and says who left', async () => {
    const gone = Promise.withResolvers<void>();
    const upstream = await startUpstream({
      clock: systemClock,
      otherwise: () => ({ ...chat, writes: chat.writes.slice(0, 2), ending: 'stall' }),
      onEntry: (entry) => {
        expect(entry.abortSeen).toBe(true);
        gone.resolve();
      },
    });
    onTestFinished(upstream.close);
    const proxy = await proxyTo(upstream.url);
    const some = Promise.withResolvers<void>();
    const tap = openTap({
      request: detailsFor(proxy.url, {}).request,
      reader: {
        chunk: () => {
          some.resolve();
          return true;
        },
      },
      clock: systemClock,
      idleMs: 5_000,
    });
    await some.promise;
    tap.abort('client');
    await gone.promise;
    await proxy.written(1);
    const [exchange] = proxy.exchanges;
    expect(readRecording(exchange === undefined ? '' : savedPath(exchange))).toMatchObject({
      aborted: true,
      endedBy: 'client',
    });
  });

  test('ends what still runs when it is closed, and keeps it', async () => {
    const proxy = await proxyTo(await playing({ ...chat, writes: chat.writes.slice(0, 2), ending: 'stall' }));
    const some = Promise.withResolvers<void>();
    const { ended } = openTap({
      request: detailsFor(proxy.url, {}).request,
      reader: {
        chunk: () => {
          some.resolve();
          return true;
        },
      },
      clock: systemClock,
      idleMs: 5_000,
    });
    await some.promise;
    await proxy.close();
    const [exchange] = proxy.exchanges;
    const recording = readRecording(exchange === undefined ? '' : savedPath(exchange));
    expect(recording).toMatchObject({ aborted: true, endedBy: 'recorder' });
    expect(joinChunks(recording.script.writes).length).toBeGreaterThan(0);
    expect((await ended).ending).not.toBe('clean');
  });

  test('makes a server wait for a client that does not read, and loses nothing by it', async () => {
    const block = Buffer.alloc(64 * 1024, 'x');
    const blocks = 400;
    let written = 0;
    const server = createServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let index = 0; index < blocks; index += 1) {
        written += block.length;
        if (!response.write(block)) {
          await once(response, 'drain');
        }
      }
      response.end();
    });
    const to = await listen(server, '127.0.0.1', 0);
    onTestFinished(() => void server.close());
    const proxy = await proxyTo(to);
    const { request } = detailsFor(proxy.url, {});
    const sent = requestHttp(request.url, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    sent.end(request.body);
    const [response] = await once(sent, 'response');
    // Whoever buffers without end would have taken all of it by now.
    let before = -1;
    while (written !== before) {
      before = written;
      await systemClock.sleep(50);
    }
    expect(written).toBeLessThan((blocks * block.length) / 2);
    let got = 0;
    for await (const bytes of response) {
      got += bytes.length;
    }
    expect(got).toBe(blocks * block.length);
    await proxy.written(1);
    const [exchange] = proxy.exchanges;
    expect(joinChunks(readRecording(exchange === undefined ? '' : savedPath(exchange)).script.writes).length).toBe(got);
  });

  test('passes on what it does not know, both ways, and records nothing', async () => {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-mine']}` });
        response.end(Buffer.concat(parts));
      });
    });
    const to = await listen(server, '127.0.0.1', 0);
    onTestFinished(() => void server.close());
    const proxy = await proxyTo(to);
    const headers = { 'x-mine': 'yes' };
    const embeddings = await fetch(`${proxy.url}/v1/embeddings?key=secret`, {
      method: 'POST',
      headers,
      body: 'not JSON',
    });
    expect([embeddings.status, embeddings.headers.get('x-seen'), await embeddings.text()]).toEqual([
      201,
      'POST /v1/embeddings?key=secret yes',
      'not JSON',
    ]);
    const models = await fetch(`${proxy.url}/v1/models`, { headers });
    expect(models.headers.get('x-seen')).toBe('GET /v1/models yes');
    const broken = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', headers, body: '{"half' });
    expect(await broken.text()).toBe('{"half');
    expect(proxy.passed).toEqual([
      'POST /v1/embeddings not a path of a dialect',
      'GET /v1/models not a path of a dialect',
      'POST /v1/chat/completions its body is not a JSON object',
    ]);
    await proxy.close();
    expect(allFiles(proxy.folder)).toEqual([]);
  });

  test('recognises every dialect by its path, and only the wanted one if one is wanted', async () => {
    const to = await playing(chat);
    const proxy = await proxyTo(to);
    const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const;
    for (const dialect of dialects) {
      await client(proxy.url, { dialect, mode: 'body' }).ended;
    }
    await proxy.written(4);
    expect(proxy.exchanges.map(({ dialect, mode, model }) => [dialect, mode, model])).toEqual(
      dialects.map((dialect) => [dialect, 'body', 'some-model']),
    );
    expect(proxy.exchanges.map((exchange) => basename(savedPath(exchange)).replace(/^\d{8}-\d{6}/, 'TIME'))).toEqual(
      [1, 2, 3, 4].map((ordinal) => `TIME-00${ordinal}-some-model.har`),
    );
    const one = await proxyTo(to, { dialect: 'anthropic-messages' });
    await client(one.url).ended;
    expect(one.passed).toHaveLength(1);
  });

  test('sends the client’s own bytes and headers on, in order, and nothing of its connection', async () => {
    const seen = Promise.withResolvers<string>();
    const server = await serveRaw((socket, request) => {
      seen.resolve(request);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
    onTestFinished(server.close);
    const proxy = await proxyTo(`${server.url}/v1`);
    const body = '{ "model": "m", "n": 1.0, "stream": false }';
    await openTap({
      request: {
        method: 'POST',
        url: `${proxy.url}/v1/chat/completions?b=2&a=1`,
        headers: [
          ['X-B', '2'],
          ['x-a', '1'],
          ['TE', 'trailers'],
          ['Keep-Alive', 'timeout=5'],
        ],
        body: Buffer.from(body),
      },
      reader: {},
      clock: systemClock,
      idleMs: 5_000,
    }).ended;
    const request = await seen.promise;
    expect(request.split('\r\n')).toEqual([
      'POST /v1/chat/completions?b=2&a=1 HTTP/1.1',
      `host: ${new URL(server.url).host}`,
      'X-B: 2',
      'x-a: 1',
      `content-length: ${body.length}`,
      'connection: keep-alive',
      '',
      body,
    ]);
  });

  test.each([
    ['that is not there', undefined],
    ['that closes at once', (socket: { destroy: () => void }) => socket.destroy()],
  ])('answers 502 for a server %s, and leaves nothing', async (_what, answer) => {
    const server = await serveRaw((socket) => answer?.(socket));
    if (answer === undefined) {
      await server.close();
    } else {
      onTestFinished(server.close);
    }
    const proxy = await proxyTo(server.url);
    const got = await client(proxy.url).ended;
    expect(got.head?.status).toBe(502);
    expect(headerValue(got.head?.headers ?? [], 'content-type')).toBe('application/json');
    expect(Buffer.from(joinChunks(got.chunks)).toString()).toMatch(/no answer from 127\.0\.0\.1:\d+ \(E[A-Z]+\)/);
    await proxy.written(1);
    await proxy.close();
    expect(allFiles(proxy.folder)).toEqual([]);
  });

  test('serves a hundred clients at once without mixing them', async () => {
    const upstream = await startUpstream({
      clock: systemClock,
      otherwise: ({ neutral }) => {
        const [turn] = neutral.turns;
        const text = turn?.role === 'user' ? turn.text : '';
        return {
          ...chat,
          writes: Array.from({ length: 20 }, (_, index) => ({
            atMs: index * 2,
            bytes: Buffer.from(`data: "${text} ${index}"\n\n`),
          })),
        };
      },
    });
    onTestFinished(upstream.close);
    const proxy = await proxyTo(upstream.url);
    const all = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const prompt = `client-${index}`;
        const { chunks, ending } = await client(proxy.url, { prompt }, 20_000).ended;
        return [ending, chunks.length, Buffer.from(joinChunks(chunks)).toString().split(`"${prompt} `).length];
      }),
    );
    expect(all).toEqual(all.map(() => ['clean', 20, 21]));
    await proxy.written(100);
    expect(allFiles(proxy.folder)).toHaveLength(100);
  });
});
