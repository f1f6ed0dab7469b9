import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeHar } from '../../../src/recording/write-har.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { rawRequest } from '../../support/exchange/raw-client.ts';
import { chatBody, chatPath } from '../../support/exchange/upstream-case.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { sampleRecording } from '../../support/recording/recording-samples.ts';

interface Served {
  readonly out: string;
  /** Milliseconds between the socket reads that had the first and the last byte of the body. */
  readonly spanMs: number;
  readonly body: string;
}

/** Serves one recording, asks for it once, and interrupts. */
async function serveOnce(words: readonly string[], recording = sampleRecording): Promise<Served> {
  const path = join(temporaryFolder(), `${recording.name}.har`);
  writeFileSync(path, writeHar(recording));
  const ready = Promise.withResolvers<string>();
  const interrupt = Promise.withResolvers<() => void>();
  const run = runHere(['serve', '--recordings', path, ...words], '', {
    write: ready.resolve,
    onInterrupt: (listener) => {
      interrupt.resolve(listener);
      return () => undefined;
    },
  });
  const out = await ready.promise;
  const url = /http:\/\/\S+/.exec(out)?.[0] ?? expect.fail(out);
  const { body, reads } = await rawRequest({ url, path: chatPath, body: chatBody('hi') }).response;
  (await interrupt.promise)();
  expect((await run).code).toBe(0);
  return { out, body: body.toString(), spanMs: reads.at(-1)?.atMs ?? 0 };
}

function recordedOver(lastMs: number) {
  const [first, last] = sampleRecording.script.writes;
  const writes = [
    { atMs: 0, bytes: first?.bytes ?? new Uint8Array() },
    { atMs: lastMs, bytes: last?.bytes ?? new Uint8Array() },
  ];
  return { ...sampleRecording, script: { ...sampleRecording.script, writes } };
}

test('recorded times pass only where that is asked for', async () => {
  expect((await serveOnce([], recordedOver(5_000))).spanMs).toBeLessThan(2_500);
});

test.each([
  [['--realtime'], 50, 50],
  [['--speed', '1'], 50, 50],
  [['--speed', '100'], 5_000, 50],
  [['--speed', '.5'], 25, 50],
] as const)('%j over a recording of %d ms takes at least %d ms, and not its own time', async (words, ms, least) => {
  const { spanMs, body } = await serveOnce(words, recordedOver(ms));
  // The first read may itself come late, by what the machine is late.
  expect(spanMs).toBeGreaterThan(least / 2);
  expect(spanMs).toBeLessThan(2_500);
  expect(body).toContain('[DONE]');
});

test('what a relay sent is not served as the answer of a provider', async () => {
  const { out, body } = await serveOnce([], { ...sampleRecording, provenance: 'captured-relay' });
  expect(out).toMatch(/^serving 0 recordings/);
  expect(body).toContain('no recording');
});
