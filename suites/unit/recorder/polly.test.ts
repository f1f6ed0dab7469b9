import { readFileSync } from 'node:fs';
import Adapter from '@pollyjs/adapter';
import Persister from '@pollyjs/persister';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { HarnessFault } from '../../../src/core/fault.ts';
import { RecordingPersister } from '../../../src/recorder/recording-persister.ts';
import { StreamingAdapter } from '../../../src/recorder/streaming-adapter.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { serveRaw } from '../../support/exchange/raw-server.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { allFiles, recordFrom, recordScript } from '../../support/recording/record-here.ts';

const chat = dialectSamples['openai-chat'].streams['short-text'];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('Polly.js as the engine', () => {
  test('is extended and not imitated', () => {
    expect(StreamingAdapter.prototype).toBeInstanceOf(Adapter);
    expect(RecordingPersister.prototype).toBeInstanceOf(Persister);
  });

  test('gives bytes on while they come, long before it has the whole', async () => {
    const seen: number[] = [];
    let ended = false;
    const stalling = { ...chat, writes: chat.writes.slice(0, 3), ending: 'stall' as const };
    const third = Promise.withResolvers<void>();
    const recorded = recordScript(stalling, {
      folder: temporaryFolder(),
      reader: {
        chunk: (bytes) => {
          expect(ended).toBe(false);
          seen.push(bytes.length);
          if (seen.length === 3) {
            third.resolve();
          }
          return true;
        },
      },
      started: (running) => {
        third.promise.then(() => running.abort('recorder'));
      },
    });
    const { tapped } = await recorded;
    ended = true;
    expect(seen).toEqual(stalling.writes.map(({ bytes }) => bytes.length));
    expect(tapped).toMatchObject({ ending: 'aborted', endedBy: 'recorder' });
  });

  test('says nothing on any console, though it thinks that a browser is offline', async () => {
    const spies = (['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    expect('navigator' in globalThis && !Reflect.get(navigator, 'onLine')).toBe(true);
    await recordScript(chat, { folder: temporaryFolder(), key: 'sk-proj-0123456789abcdefghijklmn' });
    expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  test('records equal answers as equal files, but for the time and the clock', async () => {
    const still = { ...systemClock, now: () => 0, date: () => new Date('2026-11-30T12:00:00Z') };
    const folder = temporaryFolder();
    const server = await serveRaw((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
    });
    const files = [];
    for (const name of ['one', 'two']) {
      const { saved } = await recordFrom(server.url, { folder, name, clock: still });
      files.push(readFileSync(saved?.path ?? '', 'utf8').replaceAll(name, 'NAME'));
    }
    await server.close();
    expect(files[0]).toBe(files[1]);
  });

  test('a disk that fails is a fault of the recording and not of the stream, and no rejection is left unheard', async () => {
    const folder = temporaryFolder();
    const recorded = recordScript(chat, {
      folder,
      finish: () => Promise.reject(new HarnessFault('the disk is full', 'disk', 'make room')),
      started: (running) => {
        running.tapped.then((tapped) => expect(tapped?.ending).toBe('clean'));
      },
    });
    await expect(recorded).rejects.toThrow('the disk is full');
    expect(allFiles(folder)).toEqual([]);
  });
});
