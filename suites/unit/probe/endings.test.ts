import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { sendProbe } from '../../../src/probe/probe.ts';
import { chunkedHead, httpChunk, lastChunk, patient, probeRaw, texts } from '../../support/exchange/probe-case.ts';
import { serveRaw } from '../../support/exchange/raw-server.ts';
import { withUpstream } from '../../support/exchange/upstream-case.ts';

const half = (socket: Socket, then: () => void): void => {
  socket.write(chunkedHead);
  socket.write(httpChunk('data: 1\n\n'), then);
};

describe('the ending of a chunked response', () => {
  test('is clean when the terminator came', async () => {
    const capture = await probeRaw((socket) => half(socket, () => socket.write(lastChunk)));
    expect(capture).toMatchObject({ ending: 'clean', head: { status: 200 } });
    expect(texts(capture)).toEqual(['data: 1\n\n']);
    expect(capture.deadline).toBeUndefined();
  });

  test('is clean when a reset follows the terminator', async () => {
    const capture = await probeRaw((socket) =>
      half(socket, () => socket.write(lastChunk, () => socket.resetAndDestroy())),
    );
    expect(capture.ending).toBe('clean');
  });

  test('is fin when the connection closed without it', async () => {
    const capture = await probeRaw((socket) => half(socket, () => socket.end()));
    expect(capture.ending).toBe('fin');
    expect(texts(capture)).toEqual(['data: 1\n\n']);
  });

  test('is fin when it broke off in the middle of a chunk, and the part is kept', async () => {
    const capture = await probeRaw((socket) => socket.end(`${chunkedHead}20\r\ndata: par`));
    expect(capture.ending).toBe('fin');
    expect(texts(capture)).toEqual(['data: par']);
  });

  test('is rst when the connection was reset, and what came before is kept', async () => {
    const capture = await probeRaw((socket) => half(socket, () => socket.resetAndDestroy()));
    expect(capture.ending).toBe('rst');
    expect(texts(capture)).toEqual(['data: 1\n\n']);
  });

  test('is fin when the chunked framing breaks', async () => {
    const capture = await probeRaw((socket) => half(socket, () => socket.write('no chunk size\r\n')));
    expect(capture.ending).toBe('fin');
    expect(texts(capture)).toEqual(['data: 1\n\n']);
  });
});

describe('the ending of a response with content-length', () => {
  test('is clean when that many bytes came', async () => {
    const capture = await probeRaw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
    expect(capture.ending).toBe('clean');
    expect(texts(capture)).toEqual(['{}']);
  });

  test('is fin when fewer came', async () => {
    const capture = await probeRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{}'));
    expect(capture.ending).toBe('fin');
    expect(texts(capture)).toEqual(['{}']);
  });

  test('is clean for an empty body', async () => {
    const capture = await probeRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(capture).toMatchObject({ ending: 'clean', chunks: [], head: { status: 204 } });
  });
});

test('a response that only its close ends is clean, and reset is still rst', async () => {
  const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n';
  const closed = await probeRaw((socket) => socket.end(`${head}data: 1\n\n`));
  expect(closed.ending).toBe('clean');
  const reset = await probeRaw((socket) => socket.write(`${head}data: 1\n\n`, () => socket.resetAndDestroy()));
  expect(reset.ending).toBe('rst');
  expect([closed, reset].map(texts)).toEqual([['data: 1\n\n'], ['data: 1\n\n']]);
});

describe('without a head', () => {
  test('a connection that closed while the request was still being sent is fin', async () => {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      // Closing with bytes unread makes the kernel reset the connection right after its FIN.
      socket.end();
      systemClock.after(20, () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const body = { text: 'x'.repeat(8 * 1024 * 1024) };
    const capture = await sendProbe({ url, headers: {}, body, deadlines: patient, clock: systemClock });
    server.close();
    expect(capture).toMatchObject({ ending: 'fin', chunks: [] });
  });

  test('a closed connection is fin', async () => {
    expect(await probeRaw((socket) => socket.end())).toMatchObject({ ending: 'fin', chunks: [] });
  });

  test('a reset connection is rst', async () => {
    const capture = await probeRaw((socket) => socket.resetAndDestroy());
    expect(capture).toMatchObject({ ending: 'rst', chunks: [] });
    expect(capture.head).toBeUndefined();
  });

  test('something that is not HTTP is fin', async () => {
    expect(await probeRaw((socket) => socket.write('hello, who is there?\r\n\r\n'))).toMatchObject({ ending: 'fin' });
  });

  test('a refused connection is rst', async () => {
    const server = await serveRaw(() => undefined);
    await server.close();
    const capture = await sendProbe({ url: server.url, headers: {}, body: {}, deadlines: patient, clock: systemClock });
    expect(capture).toEqual({ ending: 'rst', chunks: [], endedAtMs: expect.any(Number) });
  });
});

test('chunks keep their boundaries and times, also of a character that is split', async () => {
  const emoji = Buffer.from('🎉');
  const capture = await probeRaw(async (socket) => {
    socket.write(chunkedHead);
    socket.write(Buffer.concat([httpChunk('a'), httpChunk(emoji.subarray(0, 1))]));
    await systemClock.sleep(30);
    socket.write(Buffer.concat([httpChunk(emoji.subarray(1)), Buffer.from(lastChunk)]));
  });
  expect(capture.chunks.map(({ bytes }) => Buffer.from(bytes))).toEqual([
    Buffer.from('a'),
    emoji.subarray(0, 1),
    emoji.subarray(1),
  ]);
  const [first, , last] = capture.chunks;
  expect(first?.atMs).toBeLessThan(20);
  expect(last?.atMs).toBeGreaterThanOrEqual(25);
  expect(capture.endedAtMs).toBeGreaterThanOrEqual(last?.atMs ?? Number.NaN);
});

test('the head keeps the order, case and repetition of its headers, and interim answers are passed over', async () => {
  const capture = await probeRaw((socket) =>
    socket.write(
      'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\nHTTP/1.1 418 Teapot\r\nX-B: 1\r\nx-a: 2\r\nX-B: 3\r\ncontent-length: 0\r\n\r\n',
    ),
  );
  expect(capture.head).toEqual({
    status: 418,
    headers: [
      ['X-B', '1'],
      ['x-a', '2'],
      ['X-B', '3'],
      ['content-length', '0'],
    ],
  });
});

test('a redirect is kept and not followed', async () => {
  const capture = await probeRaw((socket, _, { url }) =>
    socket.write(`HTTP/1.1 307 Moved\r\nlocation: ${url}/other\r\ncontent-length: 0\r\n\r\n`),
  );
  expect(capture.head?.status).toBe(307);
});

test('the request is the body as JSON, and given headers win over the own ones', async () => {
  let seen = '';
  await probeRaw(
    (socket, request) => {
      seen = request;
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    },
    { headers: { Accept: 'text/event-stream', Authorization: 'Bearer x' }, body: { model: 'm', text: 'é' } },
  );
  expect(seen).toMatch(/^POST \/v1\/chat\/completions HTTP\/1\.1\r\n/);
  expect(seen).toMatch(/^accept: text\/event-stream\r$/im);
  expect(seen).toMatch(/^authorization: Bearer x\r$/im);
  expect(seen).toMatch(/^accept-encoding: identity\r$/im);
  expect(seen).toMatch(/^connection: keep-alive\r$/im);
  expect(seen.match(/^accept:/gim)).toHaveLength(1);
  expect(Buffer.from(seen, 'latin1').toString('utf8')).toContain('{"model":"m","text":"é"}');
});

test('an abort after some chunks closes the connection and is no deadline', async () => {
  let noticed: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    noticed = resolve;
  });
  const server = await serveRaw((socket) => {
    socket.once('end', noticed).once('error', noticed);
    socket.write(chunkedHead);
    socket.write(Buffer.concat([httpChunk('a'), httpChunk('b'), httpChunk('c')]));
  });
  const capture = await sendProbe({
    url: server.url,
    headers: {},
    body: {},
    deadlines: patient,
    clock: systemClock,
    abortAfterChunks: 2,
  });
  expect(texts(capture)).toEqual(['a', 'b']);
  expect(capture.ending).toBe('aborted');
  expect(capture.deadline).toBeUndefined();
  await left;
  await server.close();
});

test('an abort after no chunk keeps the head', async () => {
  const capture = await probeRaw((socket) => half(socket, () => undefined), { abortAfterChunks: 0 });
  expect(capture).toMatchObject({ head: { status: 200 }, chunks: [], ending: 'aborted' });
});

test.each(['no url', 'ftp://127.0.0.1/'])('%s is a usage fault', async (url) => {
  const probe = sendProbe({ url, headers: {}, body: {}, deadlines: patient, clock: systemClock });
  await expect(probe).rejects.toMatchObject({ name: 'UsageFault', place: url });
});

test('TLS towards a server that speaks none is a fault of the harness and no ending of a relay', () =>
  withUpstream(async (upstream) => {
    const url = upstream.url.replace('http:', 'https:');
    const probe = sendProbe({ url, headers: {}, body: {}, deadlines: patient, clock: systemClock });
    await expect(probe).rejects.toMatchObject({ name: 'HarnessFault', place: url });
  }));
