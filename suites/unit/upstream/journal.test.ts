import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { UsageFault } from '../../../src/core/fault.ts';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath, script, withUpstream } from '../../support/exchange/upstream-case.ts';

test('every retry is an attempt of its own, with its number, request and answer', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const answers = [
      script(['{}'], 'clean', { status: 503, headers: [] }),
      script(['data: half'], 'rst'),
      script(['data: whole\n\n']),
    ];
    const journal = expectCase('token', ({ attempt }) => answers[attempt] ?? script([]), 'message');
    for (const model of ['one', 'two', 'three']) {
      await rawRequest({ url, path: chatPath, body: chatBody('token', { model }) }).response;
    }
    await journal.settled();
    const seen = journal.attempts.map(({ request, written, bytesWritten }) => ({
      attempt: request.attempt,
      model: request.neutral.model,
      status: written.head?.status,
      ending: written.ending,
      bytesWritten,
    }));
    expect(seen).toEqual([
      { attempt: 0, model: 'one', status: 503, ending: 'clean', bytesWritten: 2 },
      { attempt: 1, model: 'two', status: 200, ending: 'rst', bytesWritten: 10 },
      { attempt: 2, model: 'three', status: 200, ending: 'clean', bytesWritten: 13 },
    ]);
    const arrivals = journal.attempts.map(({ request }) => request.arrivedAtMs);
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
    expect(journal.endedAt()).toBeGreaterThanOrEqual(arrivals.at(-1) ?? Number.POSITIVE_INFINITY);
  }));

test('no attempt has ended before the first, nor while one runs', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase('token', () => script(['data: half'], 'stall'), 'message');
    expect(journal.endedAt()).toBeUndefined();
    const exchange = rawRequest({ url, path: chatPath, body: chatBody('token') });
    while (journal.attempts.length === 0) {
      await systemClock.sleep(1);
    }
    expect(journal.endedAt()).toBeUndefined();
    journal.release();
    await exchange.response;
    await journal.settled();
  }));

test('the request is kept as it was seen', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase('token', () => script([]), 'message');
    const headers = { 'X-Custom': 'Value', 'content-type': 'application/json' };
    await rawRequest({ url, path: chatPath, headers, body: chatBody('token', { stream: false, seed: 7 }) }).response;
    expect(journal.attempts[0]?.request).toMatchObject({
      dialect: 'openai-chat',
      mode: 'body',
      method: 'POST',
      path: chatPath,
    });
    expect(journal.attempts[0]?.request.body['seed']).toBe(7);
    expect(journal.attempts[0]?.request.headers).toContainEqual(['x-custom', 'Value']);
  }));

test('no key is ever kept, wherever a relay sends it', () =>
  withUpstream(async ({ url, expect: expectCase, strays }) => {
    const secret = 'sk-secret-0123456789-secret';
    const journal = expectCase('token', () => script([]), 'message');
    const headers = {
      Authorization: `Bearer ${secret}`,
      'X-API-Key': secret,
      'x-goog-api-key': secret,
      'api-key': secret,
      Cookie: `session=${secret}`,
      'Proxy-Authorization': secret,
    };
    const path = `${chatPath}?key=${secret}&alt=sse`;
    await rawRequest({ url, path, headers, body: chatBody('token') }).response;
    await rawRequest({ url, path: `/nowhere?api_key=${secret}`, headers }).response;
    const kept = JSON.stringify([journal.attempts.map(({ request }) => request), strays]);
    expect(kept).not.toContain('secret');
    expect(kept).toContain('16 to 63 characters');
    expect(journal.attempts[0]?.request.headers.map(([name]) => name)).toContain('authorization');
    expect(journal.attempts[0]?.request.path).toContain('alt=sse');
  }));

test('a relay that leaves early is seen, with what it had been sent', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase(
      'token',
      () =>
        script([
          [0, 'data: 1\n\n'],
          [10_000, 'data: 2\n\n'],
        ]),
      'message',
    );
    const { socket, received } = rawRequest({ url, path: chatPath, body: chatBody('token') });
    await received(1);
    socket.destroy();
    await journal.settled();
    expect(journal.attempts[0]).toMatchObject({ abortSeen: true, bytesWritten: 9 });
    expect(journal.attempts[0]?.written).toMatchObject({ ending: 'aborted', chunks: [{}] });
    expect(journal.attempts[0]?.endedAtMs).toBeLessThan(5_000);
  }));

test('leaving a stalled script is seen as leaving', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase('token', () => script(['data: 1\n\n'], 'stall'), 'message');
    const { socket, received } = rawRequest({ url, path: chatPath, body: chatBody('token') });
    await received(1);
    socket.destroy();
    await journal.settled();
    expect(journal.attempts[0]?.abortSeen).toBe(true);
    expect(journal.attempts[0]?.written.ending).toBe('stall');
  }));

test('a relay that reads nothing and leaves is not credited with bytes that never left', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const large = Array.from({ length: 64 }, () => new Uint8Array(256 * 1024));
    const journal = expectCase('token', () => script(large), 'message');
    const { socket } = rawRequest({ url, path: chatPath, body: chatBody('token') });
    socket.pause();
    let accepted: number | undefined;
    while (accepted === undefined || accepted !== journal.attempts[0]?.bytesWritten) {
      accepted = journal.attempts[0]?.bytesWritten;
      await systemClock.sleep(20);
    }
    socket.destroy();
    await journal.settled();
    expect(journal.attempts[0]).toMatchObject({ abortSeen: true, bytesWritten: accepted });
    expect(journal.attempts[0]?.written.ending).toBe('aborted');
  }));

test('no timer outlives a relay that left', () => {
  let timers = 0;
  const clock: Clock = {
    ...systemClock,
    after: (ms, action) => {
      timers += 1;
      const cancel = systemClock.after(ms, action);
      return () => {
        timers -= 1;
        cancel();
      };
    },
  };
  return withUpstream(
    async ({ url, expect: expectCase }) => {
      const journal = expectCase('token', () => script([[10_000, 'late']]), 'message');
      const { socket } = rawRequest({ url, path: chatPath, body: chatBody('token') });
      await new Promise((resolve) => socket.once('data', resolve));
      await expect.poll(() => timers).toBe(1);
      socket.destroy();
      await journal.settled();
      expect(timers).toBe(0);
    },
    { clock },
  );
});

test('a case is settled when its first attempt has ended, and not before one was made', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const journal = expectCase('token', () => script([]), 'message');
    let settled = false;
    const waiting = journal.settled().then(() => {
      settled = true;
    });
    await systemClock.sleep(10);
    expect(settled).toBe(false);
    await rawRequest({ url, path: chatPath, body: chatBody('token') }).response;
    await waiting;
    expect(journal.attempts[0]?.endedAtMs).toBeGreaterThanOrEqual(0);
  }));

test('releasing a case that was never asked for settles it', () =>
  withUpstream(async ({ expect: expectCase }) => {
    const journal = expectCase('token', () => script([]), 'message');
    const waiting = journal.settled();
    journal.release();
    await waiting;
    expect(journal.attempts).toEqual([]);
  }));

test('an answer that throws gives the relay a 500 and the fault to whoever waits', () =>
  withUpstream(async ({ url, expect: expectCase }) => {
    const fault = new UsageFault('the route names another dialect', 'routes[0]', 'name it');
    const journal = expectCase(
      'token',
      () => {
        throw fault;
      },
      'message',
    );
    const { status } = await rawRequest({ url, path: chatPath, body: chatBody('token') }).response;
    expect(status).toBe(500);
    await expect(journal.settled()).rejects.toBe(fault);
  }));
