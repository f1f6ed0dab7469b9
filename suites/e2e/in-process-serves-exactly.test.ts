import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScriptEnding } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { clients, withInProcess } from '../support/exchange/in-process-case.ts';

// A body says its length, so its end shows nothing new.
const recordings = loadRecordings({ path: join(packageRoot, 'recordings') }).filter(({ mode }) => mode === 'stream');
const letters = (index: number): string => String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
const base64 = (parts: readonly Uint8Array[]) => parts.map((bytes) => Buffer.from(bytes).toString('base64'));

test.each<[keyof typeof clients, ScriptEnding]>([
  ['fetch', 'clean'],
  ['fetch', 'fin'],
  ['node:https', 'clean'],
  ['node:https', 'rst'],
  ['undici', 'clean'],
  ['undici', 'fin'],
])('all recordings at once reach a client in this process write for write (%s, %s)', (name, ending) =>
  withInProcess({ origins: ['https://provider.example'] }, async ({ expect: expectCase, strays }) => {
    await Promise.all(
      recordings.map(async ({ dialect, name: recording, mode, script }, index) => {
        const { request } = dialects[dialect];
        const token = letters(index);
        const writes = script.writes.map(({ bytes }) => ({ atMs: 0, bytes }));
        const journal = expectCase(token, () => ({ ...script, writes, ending }), 'message');
        const body = request.build({
          model: 'some-model',
          stream: mode === 'stream',
          turns: [{ role: 'user', text: `Please answer.\n\n${token}` }],
          tools: [],
          includeUsage: true,
          choices: 1,
        });
        const client = await clients[name]({
          url: `https://provider.example${request.path('some-model', mode)}`,
          body: JSON.stringify(body),
          headers: request.headers('a-key'),
        });
        await journal.settled();
        const [attempt] = journal.attempts;
        const label = `${dialect}/${recording}`;
        const wanted = base64(writes.map(({ bytes }) => bytes));
        expect(client.status, label).toBe(script.head.status);
        expect(base64(client.chunks), label).toEqual(wanted);
        expect(client.error === undefined, label).toBe(ending === 'clean');
        expect(base64((attempt?.written.chunks ?? []).map(({ bytes }) => bytes)), label).toEqual(wanted);
        expect(attempt, label).toMatchObject({ abortSeen: false, written: { ending }, request: { dialect, mode } });
      }),
    );
    expect(recordings.length).toBeGreaterThan(20);
    expect(strays).toEqual([]);
  }),
);
