import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Chunk, WireScript } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { openTap, type Tapped } from '../../src/recorder/tap.ts';
import { loadRecordings, readRecording } from '../../src/recording/load-recordings.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';
import { dialectSamples } from '../support/dialects.generated.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { detailsFor, recordScript } from '../support/recording/record-here.ts';
import { streamScript } from '../support/streams/sample-scripts.ts';

/** Long enough for every stream except those that stall. */
const idleFor = ({ ending }: WireScript): number => (ending === 'stall' ? 200 : 10_000);

/** What a client gets from a script: the bytes of each chunk and the ending. */
async function played(script: WireScript): Promise<Tapped> {
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => script });
  try {
    const { request } = detailsFor(upstream.url, {});
    return await openTap({ request, reader: {}, clock: systemClock, idleMs: idleFor(script) }).ended;
  } finally {
    await upstream.close();
  }
}

const bytesOf = (chunks: readonly Chunk[]) => chunks.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
/** No date header is added, and times are those of a clock. */
const told = ({ head, chunks, ending, endedBy }: Tapped) => ({ head, chunks: bytesOf(chunks), ending, endedBy });

const chat = dialectSamples['openai-chat'].streams;
const messages = dialectSamples['anthropic-messages'].streams;
const chatText = chat['short-text'];
const asText = (script: WireScript): string => Buffer.concat(script.writes.map(({ bytes }) => bytes)).toString('utf8');
const inBytes = (bytes: Uint8Array, size: number): readonly Chunk[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({
    atMs: index,
    bytes: bytes.subarray(index * size, (index + 1) * size),
  }));
const cut = (script: WireScript, writes: number): WireScript => ({ ...script, writes: script.writes.slice(0, writes) });
const gzip = (script: WireScript): WireScript => ({
  ...script,
  head: { ...script.head, headers: [...script.head.headers, ['Content-Encoding', 'gzip']] },
});

const scripts: readonly (readonly [title: string, script: WireScript])[] = [
  ...dialectIds.map((id) => [`a plain stream of ${id}`, dialectSamples[id].streams['short-text']] as const),
  ...dialectIds.map((id) => [`parallel tools of ${id}`, dialectSamples[id].streams['parallel-tools']] as const),
  ...dialectIds.map((id) => [`a body of ${id}`, dialectSamples[id].body] as const),
  // A recording that its client left is recorded again as one that was left; see below.
  ...loadRecordings({ path: join(packageRoot, 'recordings') })
    .filter(({ aborted }) => aborted !== true)
    .map(({ dialect, name, script }) => [`the recording ${name} of ${dialect}`, script] as const),
  ['characters that are split over chunks', { ...chat.unicode, writes: inBytes(Buffer.from(asText(chat.unicode)), 3) }],
  ['one byte per chunk', { ...chatText, writes: inBytes(Buffer.from(asText(chatText)).subarray(0, 300), 1) }],
  ['comments between and inside events', streamScript([': ping\n\n', ': one\ndata: {"a":1}\n: two\n\n', ':\n\n'])],
  ['CRLF', streamScript([asText(chatText).replaceAll('\n', '\r\n')])],
  [
    'a byte order mark and bytes that are not UTF-8',
    { ...chatText, writes: [{ atMs: 0, bytes: Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x0a]) }] },
  ],
  ['a gzip upstream', gzip(chatText)],
  [
    "gzip bytes whose chunks are not the encoder's",
    { ...gzip(chatText), encoded: true, writes: inBytes(gzipSync(asText(chatText)), 50) },
  ],
  ['a gzip upstream that is cut', { ...gzip(cut(chatText, 3)), ending: 'fin' }],
  [
    'an error in mid-stream',
    streamScript([
      ...messages['short-text'].writes.slice(0, 3).map(({ bytes }) => Buffer.from(bytes).toString('utf8')),
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    ]),
  ],
  [
    'a refusal',
    {
      ...dialectSamples['openai-chat'].body,
      head: {
        status: 529,
        headers: [
          ['Content-Type', 'application/json'],
          ['Retry-After', '1'],
        ],
      },
    },
  ],
  ['a clean close without the terminal', cut(chatText, 3)],
  ['no byte at all', cut(chatText, 0)],
  ['FIN before the end', { ...cut(chatText, 3), ending: 'fin' }],
  ['RST before the end', { ...cut(chatText, 3), ending: 'rst' }],
  ['a stall', { ...cut(chatText, 3), ending: 'stall' }],
  ['usage that nobody sent', { ...chatText, writes: chatText.writes.filter((_, index) => index !== 4) }],
];

let folder = '';
beforeAll(() => {
  folder = temporaryFolder(afterAll);
});

describe.concurrent('a recording is replayed byte for byte, chunk for chunk, to the same ending', () => {
  test.each(scripts)('%s', async (title, script) => {
    const name = title.replaceAll(/[^a-z]/gi, '-');
    const recorded = await recordScript(script, { folder, idleMs: idleFor(script), name });
    const path = recorded.saved?.path ?? '';
    const replayed = await played(readRecording(path).script);
    expect(told(replayed)).toEqual(told(recorded.tapped));
    if (script.head.headers.every(([name]) => name !== 'Content-Encoding') || script.encoded === true) {
      expect(bytesOf(replayed.chunks)).toEqual(bytesOf(script.writes));
    }
    expect(replayed.head?.status).toBe(script.head.status);
    expect(replayed.head?.headers).toEqual(expect.arrayContaining([...script.head.headers]));
    expect(recorded.tapped.ending).toBe(script.ending);
  });
});

test('a stream that stalled and was given up says so, and stalls again when it is replayed', async () => {
  const stalling: WireScript = { ...cut(chatText, 3), ending: 'stall' };
  const third = Promise.withResolvers<void>();
  let seen = 0;
  const recorded = await recordScript(stalling, {
    folder,
    name: 'aborted',
    idleMs: 10_000,
    reader: {
      chunk: () => {
        seen += 1;
        if (seen === 3) {
          third.resolve();
        }
        return true;
      },
    },
    started: (running) => {
      third.promise.then(() => running.abort('client'));
    },
  });
  const recording = readRecording(recorded.saved?.path ?? '');
  expect(recording).toMatchObject({ aborted: true, endedBy: 'client' });
  expect(bytesOf(recording.script.writes)).toEqual(bytesOf(stalling.writes));
  const replayed = await played(recording.script);
  expect(bytesOf(replayed.chunks)).toEqual(bytesOf(stalling.writes));
  expect(replayed.ending).toBe('stall');
});
