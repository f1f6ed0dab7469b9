import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Head } from '../../../src/core/exchange.ts';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, script, withUpstream } from '../../support/exchange/upstream-case.ts';

const frames = ['data: {"text":"héllo"}\n\n', 'data: {"text":"wörld"}\n\n'];
const head = (encoding: string): Head => ({
  status: 200,
  headers: [
    ['content-encoding', encoding],
    ['content-length', '7'],
  ],
});

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
  ['zstd', zstdDecompressSync],
] as const)('a head with content-encoding %s has its writes compressed as one stream', (encoding, decompress) =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase('token', () => script(frames, 'clean', head(encoding)), 'message');
    const { body, head: sent, complete } = await rawRequest({ url, path: chatPath, body: chatBody('token') }).response;
    expect(complete).toBe(true);
    expect(sent).not.toMatch(/content-length/i);
    expect(decompress(body).toString()).toBe(frames.join(''));
    await journal.settled();
    const written = journal.attempts[0]?.written.chunks.map(({ bytes }) => Buffer.from(bytes).toString());
    expect(written).toEqual(frames);
  }),
);

test('each compressed write can be read as soon as it is there', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase('token', () => script(frames.slice(0, 1), 'stall', head('gzip')), 'message');
    const exchange = rawRequest({ url, path: chatPath, body: chatBody('token') });
    await exchange.received(1);
    journal.release();
    const { body } = await exchange.response;
    expect(gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }).toString()).toBe(frames[0]);
  }));

test('nothing is compressed only because the relay accepts it', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    expectCase('token', () => script(frames), 'message');
    const headers = { 'accept-encoding': 'gzip, br' };
    const { body, head: sent } = await rawRequest({ url, path: chatPath, headers, body: chatBody('token') }).response;
    expect(body.toString()).toBe(frames.join(''));
    expect(sent).not.toMatch(/content-encoding/i);
  }));
