import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { Capture, ScriptEnding, WireScript } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { sendProbe } from '../../src/probe/probe.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import type { Recording } from '../../src/recording/recording.ts';
import type { JournalEntry } from '../../src/upstream/journal.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';
import { patient } from '../support/exchange/probe-case.ts';

// A body says its length, so its end shows nothing new.
const recordings = loadRecordings({ path: join(packageRoot, 'recordings') }).filter(({ mode }) => mode === 'stream');
const letters = (index: number): string => String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

/** Asks an upstream for every recording at once, with nothing in between, as a relay that changes nothing would. */
async function serveAll(alter: (script: WireScript) => WireScript) {
  const upstream = await startUpstream({ clock: systemClock });
  const results = await Promise.all(
    recordings.map(async (recording, index) => {
      const token = letters(index);
      const script = alter(recording.script);
      const journal = upstream.expect(token, () => script, 'message');
      const client = await ask(upstream.url, recording, token, script.ending === 'stall' ? 40 : patient.idle);
      await journal.settled();
      const [attempt] = journal.attempts;
      journal.release();
      return { recording, script, client, attempt, attempts: journal.attempts.length };
    }),
  );
  await upstream.close();
  expect(upstream.strays).toEqual([]);
  return results;
}

function ask(url: string, recording: Recording, token: string, idle: number): Promise<Capture> {
  const { request } = dialects[recording.dialect];
  const body = request.build({
    model: 'some-model',
    stream: recording.mode === 'stream',
    turns: [{ role: 'user', text: `Please answer.\n\n${token}` }],
    tools: [],
    includeUsage: true,
    choices: 1,
    maxTokens: 100,
  });
  return sendProbe({
    url: url + request.path('some-model', recording.mode),
    headers: request.headers('a-key'),
    body,
    deadlines: { ...patient, idle },
    clock: systemClock,
  });
}

const bytesOf = (capture: Capture | JournalEntry['written'] | undefined) =>
  capture?.chunks.map(({ bytes }) => Buffer.from(bytes).toString('base64'));

describe.each<[ScriptEnding, Capture['ending']]>([
  ['clean', 'clean'],
  ['fin', 'fin'],
  ['rst', 'rst'],
  ['stall', 'aborted'],
])('all recordings at once, ending %s', (ending, seen) => {
  test('reach the client write for write, and the journal says the same', async () => {
    const results = await serveAll((script) => ({
      ...script,
      writes: script.writes.map(({ bytes }) => ({ atMs: 0, bytes })),
      ending,
    }));
    expect(results.length).toBeGreaterThan(20);
    for (const { recording, script, client, attempt, attempts } of results) {
      const name = `${recording.dialect}/${recording.name}`;
      const wanted = script.writes.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
      expect(attempts, name).toBe(1);
      expect(bytesOf(client), name).toEqual(wanted);
      expect(bytesOf(attempt?.written), name).toEqual(wanted);
      expect(client.head, name).toMatchObject({ status: script.head.status });
      expect(client.head?.headers, name).toEqual(expect.arrayContaining([...script.head.headers]));
      expect([client.ending, attempt?.written.ending], name).toEqual([seen, ending]);
      expect(attempt?.request, name).toMatchObject({ dialect: recording.dialect, mode: recording.mode, attempt: 0 });
    }
  });
});

test('one byte per write reaches the client one byte per chunk', async () => {
  const results = await serveAll((script) => ({
    ...script,
    writes: script.writes
      .slice(0, 5)
      .flatMap(({ bytes }) => [...bytes].map((byte) => ({ atMs: 0, bytes: Uint8Array.of(byte) }))),
    ending: 'clean',
  }));
  for (const { script, client } of results) {
    expect(client.chunks).toHaveLength(script.writes.length);
    expect(bytesOf(client)).toEqual(script.writes.map(({ bytes }) => Buffer.from(bytes).toString('base64')));
  }
});

test.each([
  ['gzip', 'clean'],
  ['br', 'clean'],
  ['deflate', 'clean'],
  ['zstd', 'clean'],
  ['gzip', 'fin'],
  ['br', 'fin'],
  ['deflate', 'fin'],
  ['zstd', 'fin'],
] as const)('%s writes with ending %s come out as they went in, one by one', async (encoding, ending) => {
  const results = await serveAll((script) => ({
    head: { ...script.head, headers: [...script.head.headers, ['content-encoding', encoding]] },
    writes: script.writes.slice(0, 20).map(({ bytes }) => ({ atMs: 0, bytes })),
    ending,
  }));
  for (const { script, client } of results) {
    expect(client.ending).toBe(ending);
    expect(bytesOf(client)).toEqual(script.writes.map(({ bytes }) => Buffer.from(bytes).toString('base64')));
  }
});
