import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import type { CaseJournal } from '../../../src/upstream/journal.ts';
import { type RawExchange, rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, script, streamHead, withUpstream } from '../../support/exchange/upstream-case.ts';

/** Plays one script to a raw client. */
async function play(
  scripted: WireScript,
  use: (exchange: RawExchange, journal: CaseJournal) => Promise<void>,
): Promise<void> {
  await withUpstream(async ({ url, expect }) => {
    const journal = expect('token', () => scripted, 'message');
    await use(rawRequest({ url, path: chatPath, body: chatBody('hello\ntoken') }), journal);
  });
}

const frames = ['data: {"a":1}\n\n', 'data: {"b":2}\n\n', 'data: [DONE]\n\n'];
const text = frames.join('');

describe('a script is played exactly', () => {
  test('a clean ending finishes the chunked message and keeps the connection', () =>
    play(script(frames), async ({ response }, journal) => {
      const { body, complete, ending, status } = await response;
      expect({ text: body.toString(), complete, ending, status }).toEqual({
        text,
        complete: true,
        ending: 'open',
        status: 200,
      });
      await journal.settled();
      expect(journal.attempts[0]?.written.ending).toBe('clean');
    }));

  test('a FIN ending closes without the chunked terminator', () =>
    play(script(frames, 'fin'), async ({ response }, journal) => {
      const { body, complete, ending } = await response;
      expect({ text: body.toString(), complete, ending }).toEqual({ text, complete: false, ending: 'fin' });
      await journal.settled();
      expect(journal.attempts[0]?.written.ending).toBe('fin');
      expect(journal.attempts[0]?.abortSeen).toBe(false);
    }));

  test('a reset ending delivers every byte before the reset', () =>
    play(script(frames, 'rst'), async ({ response }, journal) => {
      const { body, complete, ending } = await response;
      expect({ text: body.toString(), complete, ending }).toEqual({ text, complete: false, ending: 'rst' });
      await journal.settled();
      expect(journal.attempts[0]?.written.ending).toBe('rst');
      expect(journal.attempts[0]?.abortSeen).toBe(false);
    }));

  test('a stall leaves the connection open until the case is released', () =>
    play(script(frames, 'stall'), async ({ response, received, socket }, journal) => {
      await received(text.length);
      expect(socket.readyState).toBe('open');
      expect(journal.attempts[0]?.endedAtMs).toBeUndefined();
      journal.release();
      expect((await response).complete).toBe(false);
      await journal.settled();
      expect(journal.attempts[0]?.written.ending).toBe('stall');
      expect(journal.attempts[0]?.abortSeen).toBe(false);
    }));

  test('a stall without any write still sends the head', () =>
    play(script([], 'stall'), async ({ response, socket }, journal) => {
      await new Promise((resolve) => socket.once('data', resolve));
      journal.release();
      expect((await response).status).toBe(200);
    }));

  test.each([
    ['rst', 'rst', 'rst'],
    ['fin', 'fin', 'fin'],
    ['clean', 'fin', 'fin'],
  ] as const)('status 0 means no head at all, and %s then ends the connection by %s', (ending, seen, written) =>
    play(script([], ending, { status: 0, headers: [] }), async ({ response }, journal) => {
      expect(await response).toMatchObject({ head: '', ending: seen });
      await journal.settled();
      expect(journal.attempts[0]?.written.head).toBeUndefined();
      expect(journal.attempts[0]?.written.ending).toBe(written);
      expect(journal.attempts[0]?.abortSeen).toBe(false);
    }),
  );

  test('an error status is played like any other', () => {
    const body = '{"error":{"type":"overloaded_error"}}';
    const head = { status: 529, headers: [['content-length', String(body.length)]] } as const;
    return play(script([body], 'clean', head), async ({ response }) => {
      const answer = await response;
      expect(answer.status).toBe(529);
      expect(answer.complete).toBe(true);
      expect(answer.httpChunks).toEqual([]);
      expect(answer.body.toString()).toBe(body);
    });
  });

  test('the head keeps order, case and repetition, and nothing is added but the transfer encoding', () => {
    const headers = [
      ['X-Second', '2'],
      ['content-type', 'text/event-stream; charset=utf-8'],
      ['X-First', '1'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ] as const;
    return play(script(frames, 'clean', { status: 200, headers }), async ({ response }) => {
      expect((await response).head.split('\r\n').slice(1)).toEqual([
        ...headers.map(([name, value]) => `${name}: ${value}`),
        'Transfer-Encoding: chunked',
      ]);
    });
  });

  test('every write is one HTTP chunk, also where a character is split over two', () => {
    const emoji = Buffer.from('data: 🎉\n\n');
    const writes = [emoji.subarray(0, 7), emoji.subarray(7, 9), emoji.subarray(9)];
    return play(script(writes), async ({ response }) => {
      expect((await response).httpChunks).toEqual(writes);
    });
  });

  test('spaced writes arrive one by one, each no sooner than its time', () => {
    const times = [0, 20, 40];
    return play(script(frames.map((frame, index) => [times[index] ?? 0, frame])), async ({ response }, journal) => {
      const { reads, body } = await response;
      expect(body.toString()).toBe(text);
      expect(reads.length).toBeGreaterThanOrEqual(3);
      await journal.settled();
      const written = journal.attempts[0]?.written.chunks.map(({ atMs }) => atMs) ?? [];
      expect(written).toHaveLength(3);
      for (const [index, atMs] of written.entries()) {
        expect(atMs).toBeGreaterThanOrEqual(times[index] ?? 0);
      }
    });
  });

  test('a timed script gives writes of equal time a socket read of their own', () =>
    play(
      script([
        [5, 'a'],
        [5, 'b'],
        [5, 'c'],
      ]),
      async ({ response }) => {
        const { httpChunks, reads } = await response;
        expect(httpChunks.map(String)).toEqual(['a', 'b', 'c']);
        // The head has one too.
        expect(reads.length).toBeGreaterThanOrEqual(3);
      },
    ));

  test('a slow reader holds the script back and still gets every byte of it', () => {
    const block = randomBytes(256 * 1024);
    let taken = 0;
    const counted = {
      atMs: 0,
      get bytes() {
        taken += 1;
        return block;
      },
    };
    const large: WireScript = { head: streamHead, writes: Array.from({ length: 64 }, () => counted), ending: 'fin' };
    return play(large, async ({ socket, response }, journal) => {
      socket.pause();
      await systemClock.sleep(30);
      expect(taken).toBeGreaterThan(0);
      expect(taken).toBeLessThan(64);
      expect(journal.attempts[0]?.bytesWritten).toBeLessThan(64 * block.length);
      socket.resume();
      const { body } = await response;
      expect(body.equals(Buffer.concat(Array.from({ length: 64 }, () => block)))).toBe(true);
      await journal.settled();
      expect(journal.attempts[0]).toMatchObject({ bytesWritten: 64 * block.length, abortSeen: false });
    });
  });

  test('a content-length that the writes do not reach closes the connection and counts as FIN', () => {
    const head = { status: 200, headers: [['content-length', '100']] } as const;
    return play(script(['short'], 'clean', head), async ({ response }, journal) => {
      expect(await response).toMatchObject({ complete: false, ending: 'fin' });
      await journal.settled();
      expect(journal.attempts[0]?.written.ending).toBe('fin');
    });
  });

  test('a head that HTTP forbids is a fault of the case, not of the process', () =>
    play(
      script(frames, 'clean', { status: 200, headers: [['x-bad', 'line\nbreak']] }),
      async ({ response }, journal) => {
        expect((await response).status).toBe(500);
        expect(journal.attempts).toMatchObject([{ abortSeen: false, bytesWritten: 0 }]);
        await expect(journal.settled()).rejects.toMatchObject({ name: 'HarnessFault', place: 'case token' });
      },
    ));

  test('one connection serves one answer after the other', () =>
    withUpstream(async ({ url, expect: expectCase }) => {
      expectCase('token', () => script(frames), 'message');
      const first = rawRequest({ url, path: chatPath, body: chatBody('token') });
      await first.response;
      const body = chatBody('token');
      const again = new Promise<string>((resolve) => first.socket.once('data', (bytes) => resolve(String(bytes))));
      first.socket.write(`POST ${chatPath} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      expect(await again).toMatch(/^HTTP\/1.1 200 OK/);
    }));
});
