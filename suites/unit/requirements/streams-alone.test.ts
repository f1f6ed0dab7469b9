import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Capture, Header } from '../../../src/core/exchange.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { requirements } from '../../../src/requirements/registry.generated.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { mutate } from '../../support/triangle/mutate.ts';

/** Whether the requirement with this id on one stream is broken. */
function isBroken(id: string, dialect: DialectId, capture: Capture): boolean {
  const requirement = requirements.find((candidate) => candidate.id === id);
  return requirement?.subject === 'stream'
    ? requirement.check(readCapture(dialect, 'stream', capture), {}).result === 'breach'
    : expect.fail(`${id} looks at more than one stream`);
}

describe('the content encoding', () => {
  const plain = Buffer.from('data: [DONE]\n\n');
  const broken = (bytes: Uint8Array, headers: readonly Header[], mislabelled?: true): boolean =>
    isBroken('any/framing/content-encoding', 'openai-chat', {
      head: { status: 200, headers: [['content-type', 'text/event-stream'], ...headers] },
      chunks: [{ atMs: 0, bytes }],
      ending: 'clean',
      endedAtMs: 0,
      ...(mislabelled && { mislabelled }),
    });

  test('may be any that the head names, decoded by whoever read it', () => {
    expect(broken(plain, [])).toBe(false);
    expect(broken(plain, [['content-encoding', 'gzip']])).toBe(false);
    expect(broken(plain, [['content-encoding', 'identity']])).toBe(false);
    expect(broken(new Uint8Array(0), [['content-encoding', 'br']])).toBe(false);
  });

  test('is not one in which the bytes are not, and not one that the head keeps to itself', () => {
    expect(broken(plain, [['content-encoding', 'gzip']], true)).toBe(true);
    expect(broken(gzipSync(plain), [])).toBe(true);
  });
});

describe('the finish reason', () => {
  const broken = (dialect: DialectId, script: ReturnType<typeof mutate>, rule = 'one-finish'): boolean =>
    isBroken(`any/terminal/${rule}`, dialect, { ...script, chunks: script.writes, ending: 'clean', endedAtMs: 0 });

  test.each(['gemini-generate', 'openai-chat'] as const)(
    'of %s may be said twice, though it should not be',
    (dialect) => {
      const script = dialectSamples[dialect].streams['short-text'];
      const twice = mutate('finish-repeated', script, dialect, { label: 'twice' });
      expect(broken(dialect, twice)).toBe(false);
      // Nothing but the finish reason ends a stream of Gemini, and models have repeated it.
      expect(broken(dialect, twice, 'finish-once')).toBe(dialect === 'openai-chat');
      expect(broken(dialect, script, 'finish-once')).toBe(false);
    },
  );

  test.each(['anthropic-messages', 'gemini-generate', 'openai-chat'] as const)(
    'of %s is not said again in another word',
    (dialect) => {
      const script = dialectSamples[dialect].streams['short-text'];
      expect(broken(dialect, script)).toBe(false);
      expect(broken(dialect, mutate('double-finish', script, dialect, { label: 'earlier' }))).toBe(true);
      expect(broken(dialect, mutate('double-finish', script, dialect, { label: 'later' }))).toBe(true);
    },
  );

  test('of several choices may differ', () => {
    const chunk = (index: number, word: string): string =>
      `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":${index},"delta":{"role":"assistant","content":"x"},"finish_reason":"${word}"}]}\n\n`;
    const bytes = Buffer.from(`${chunk(0, 'stop')}${chunk(1, 'length')}data: [DONE]\n\n`);
    const head = { status: 200, headers: [['content-type', 'text/event-stream']] } as const;
    const capture: Capture = { head, chunks: [{ atMs: 0, bytes }], ending: 'clean', endedAtMs: 0 };
    expect(isBroken('any/terminal/one-finish', 'openai-chat', capture)).toBe(false);
    expect(isBroken('any/terminal/finish-once', 'openai-chat', capture)).toBe(false);
  });
});
