import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerValue, joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { parseJson } from '../../../src/core/json.ts';
import { isFiller } from '../../../src/recorder/filler.ts';
import { finishRecording } from '../../../src/recorder/finish-recording.ts';
import { redactRecording } from '../../../src/recorder/redact-recording.ts';
import { redactText } from '../../../src/recorder/redact-text.ts';
import { placeOfSecret } from '../../../src/recorder/scan-recording.ts';
import { bytesAsText, createSecretFinder } from '../../../src/recorder/secret-finder.ts';
import { readRecording } from '../../../src/recording/load-recordings.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { saveRecording } from '../../../src/recording/save-recording.ts';
import { harEntry } from '../../../src/recording/write-har.ts';
import { decompress } from '../../../src/transport/decompress.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { lookingSecret, unlookingKey } from '../../support/recording/planted-secrets.ts';
import { allFiles } from '../../support/recording/record-here.ts';
import { sampleRecording } from '../../support/recording/recording-samples.ts';

const nothing = createSecretFinder([]);
const sound = () => ({ breaches: [], integrity: 'complete' as const });
const clean = (text: string, known: readonly string[] = []): string =>
  Buffer.from(redactText(bytesAsText(text), createSecretFinder(known)), 'latin1').toString('utf8');

describe('a text without its secrets', () => {
  test('has as many bytes as before, holds none of them, and is left alone the second time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(lookingSecret, fc.lorem(), fc.string({ unit: 'grapheme' })), { maxLength: 6 }),
        lookingSecret,
        fc.nat(6),
        (words, secret, at) => {
          const text = words.toSpliced(at, 0, secret).join(' ');
          const redacted = clean(text);
          expect(Buffer.byteLength(redacted)).toBe(Buffer.byteLength(text));
          expect(redacted).not.toContain(secret);
          expect(clean(redacted)).toBe(redacted);
        },
      ),
    );
  });

  test('is still the JSON that it was, but for the strings that held one', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'ab \n\t"\\/é漢\u0007'), maxLength: 12 });
    fc.assert(
      fc.property(plain, fc.oneof(lookingSecret, unlookingKey), plain, fc.nat(2), (before, secret, after, depth) => {
        let text = JSON.stringify({ text: `${before} ${secret} ${after}`, other: before });
        for (let level = 0; level < depth; level += 1) {
          text = JSON.stringify({ inner: text });
        }
        const redacted = clean(text, [secret]);
        let value: unknown = redacted;
        for (let level = 0; level <= depth; level += 1) {
          const parsed = parseJson(String(level === 0 ? redacted : Object(value).inner));
          expect(parsed.ok).toBe(true);
          value = parsed.ok ? parsed.value : undefined;
        }
        expect(value).toMatchObject({ other: before });
        expect(Object(value).text).not.toContain(secret);
      }),
    );
  });

  test.each([
    ['{"request_id":"anything at all"}', '{"request_id":"REDACTEDREDACTE"}'],
    ['{"organization": "acme"}', '{"organization": "REDA"}'],
    ['{"metadata":{"user_id":"u-1"}}', '{"metadata":{"user_id":"RED"}}'],
    ['\\njane@example.org\\n', '\\nREDACTEDREDACTED\\n'],
    ['\\u00e9jane@example.org', '\\u00e9REDACTEDREDACTED'],
    [
      'Incorrect API key provided: sk-abcd********************wxyz.',
      'Incorrect API key provided: REDACTEDREDACTEDREDACTEDREDACTE.',
    ],
    ['Authorization: Bearer abcdef1234567890', 'Authorization: Bearer REDACTEDREDACTED'],
  ])('%s', (before, after) => {
    expect(clean(before)).toBe(after);
  });

  test.each([
    'A basic understanding of bearer instruments is no secret',
    '{"role":"user","type":"user","id":"chatcmpl-9abcdefghijklmnopqrstuvwx"}',
    'left-pad@1.2.3 and @scope/name@4.5.6',
    'task-force, disk-drive-0123456789abcdef, risk-averse',
    '{"usage":{"prompt_tokens":12}}',
  ])('leaves alone: %s', (text) => {
    expect(clean(text)).toBe(text);
  });
});

/** Where in an exchange a secret may stand. */
const places = [
  'prompt',
  'request header',
  'path',
  'query',
  'answer',
  'error',
  'response header',
  'cookie',
  'field',
] as const;

function planted(
  secret: string,
  place: (typeof places)[number],
  sizes: readonly number[],
  encoding: string,
): Recording {
  const at = (wanted: (typeof places)[number]): string => (place === wanted ? secret : 'harmless');
  const body = [
    `data: ${JSON.stringify({ choices: [{ delta: { content: `It is ${at('answer')}.` } }] })}\n\n`,
    `data: ${JSON.stringify({ error: { message: `Wrong: ${at('error')}`, ...(place === 'field' ? { request_id: secret } : {}) } })}\n\n`,
  ].join('');
  const bytes = encoding === 'gzip' ? gzipSync(body) : encoding === 'br' ? brotliCompressSync(body) : Buffer.from(body);
  const writes: WireScript['writes'][number][] = [];
  let offset = 0;
  for (const size of [...sizes, bytes.length]) {
    writes.push({ atMs: writes.length, bytes: bytes.subarray(offset, offset + size) });
    offset += size;
  }
  return {
    ...sampleRecording,
    request: {
      method: 'POST',
      url: `https://host.example/v1/projects/${encodeURIComponent(at('path'))}/chat/completions?key=${encodeURIComponent(at('query'))}`,
      headers: [
        ['openai-organization', Buffer.from(at('request header')).toString('latin1')],
        ['x-app', 'test'],
      ],
      body: { model: 'm', messages: [{ role: 'user', content: `Say ${at('prompt')}.` }] },
    },
    script: {
      head: {
        status: 200,
        headers: [
          ['Content-Type', 'text/event-stream'],
          ['X-Request-Id', Buffer.from(at('response header')).toString('latin1')],
          ['Set-Cookie', `session=${Buffer.from(at('cookie')).toString('latin1')}; Path=/`],
          ...(encoding === 'identity' ? [] : [['Content-Encoding', encoding] as const]),
        ],
      },
      writes,
      ending: 'clean',
      ...(encoding === 'identity' ? {} : { encoded: true as const }),
    },
  };
}

/** All that can be read out of a file, at any depth of encoding. */
function everythingIn(path: string): string {
  const { script, request } = readRecording(path);
  const body = joinChunks(script.writes);
  const encoding = script.encoded ? headerValue(script.head.headers, 'content-encoding') : undefined;
  const below = Buffer.from(decompress(encoding, body) ?? body).toString('utf8');
  const strings = below.split('\n\n').map((frame) => {
    const parsed = parseJson(frame.replace('data: ', ''));
    return parsed.ok
      ? Object.values(Object(parsed.value))
          .map((value) => JSON.stringify(value))
          .join()
      : '';
  });
  return [
    readFileSync(path, 'utf8'),
    below,
    ...strings,
    decodeURIComponent(request?.url ?? ''),
    JSON.stringify(request),
  ].join('\n');
}

describe('a recording that is finished', () => {
  test('holds a planted secret nowhere, whatever it looks like, wherever it stood, across chunk borders too', async () => {
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(lookingSecret, unlookingKey),
        fc.constantFrom(...places),
        fc.array(fc.nat(40), { maxLength: 12 }),
        fc.constantFrom('identity', 'gzip', 'br'),
        async (secret, place, sizes, encoding) => {
          const before = planted(secret, place, sizes, encoding);
          const { path } = await finishRecording(
            { entry: harEntry(before), name: 'one', folder, secrets: [secret] },
            sound,
          );
          const seen = everythingIn(path);
          expect(seen).not.toContain(secret);
          expect(seen).not.toContain(JSON.stringify(secret).slice(1, -1));
          const after = readRecording(path);
          expect(after.script.writes.every(({ bytes }) => bytes.length >= 0)).toBe(true);
          if (encoding === 'identity') {
            expect(after.script.writes.map(({ atMs, bytes }) => [atMs, bytes.length])).toEqual(
              before.script.writes.map(({ atMs, bytes }) => [atMs, bytes.length]),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(allFiles(folder)).toHaveLength(1);
  });

  test('keeps compressed bytes as they came where nothing had to be replaced, and drops the mark where something had', async () => {
    const kept = await redactRecording(planted('nothing', 'answer', [7, 9], 'gzip'), nothing);
    expect(kept.script.encoded).toBe(true);
    expect(kept.script.writes).toEqual(planted('nothing', 'answer', [7, 9], 'gzip').script.writes);
    const secret = 'sk-proj-0123456789abcdefghijklmn';
    const changed = await redactRecording(planted(secret, 'answer', [7, 9], 'gzip'), nothing);
    expect(changed.script.encoded).toBeUndefined();
    expect(Buffer.from(joinChunks(changed.script.writes)).toString()).toContain('REDACTED');
    expect(headerValue(changed.script.head.headers, 'content-encoding')).toBe('gzip');
  });

  test('keeps the set of headers, and says of identifying ones only how long they were', async () => {
    const { script } = await redactRecording(sampleRecording, nothing);
    expect(script.head.headers.map(([name]) => name)).toEqual(['Content-Type', 'x-request-id']);
    const id = headerValue(script.head.headers, 'x-request-id') ?? '';
    expect(id).toHaveLength(5);
    expect(isFiller(id)).toBe(true);
  });
});

describe('what cannot be made sure of is not kept', () => {
  const finish = (recording: Recording, folder: string, secrets: readonly string[] = []) =>
    finishRecording({ entry: harEntry(recording), name: 'one', folder, secrets }, sound);

  test('a body in an encoding that cannot be read', async () => {
    const folder = temporaryFolder();
    const { script } = planted('x', 'prompt', [], 'gzip');
    const broken = {
      ...sampleRecording,
      script: { ...script, writes: [{ atMs: 0, bytes: Buffer.from('no gzip at all') }] },
    };
    await expect(finish(broken, folder)).rejects.toThrow('compressed in a way that cannot be read');
    const head = { ...script.head, headers: [['Content-Encoding', 'rot13'] as const] };
    await expect(finish({ ...sampleRecording, script: { ...script, head } }, folder)).rejects.toThrow('compressed');
    expect(allFiles(folder)).toEqual([]);
  });

  test('a secret that the answer spells delta by delta: the file is gone, the fault names the place and not the value', async () => {
    const folder = temporaryFolder();
    const earlier = await finish(sampleRecording, folder);
    const before = readFileSync(earlier.path, 'utf8');
    const chunk = (content: string) => ({
      atMs: 0,
      bytes: Buffer.from(
        `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}},"finish_reason":null}]}\n\n`,
      ),
    });
    const spelled = {
      ...sampleRecording,
      script: { ...sampleRecording.script, writes: ['jane', '.doe', '@exam', 'ple.org'].map(chunk) },
    };
    const fault = await finish(spelled, folder).catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: 'HarnessFault', place: expect.stringMatching(/answer, text.*e-mail address/) });
    expect(JSON.stringify(fault) + String(fault)).not.toMatch(/jane|ple\.org/);
    expect(readFileSync(earlier.path, 'utf8')).toBe(before);
    expect(allFiles(folder)).toEqual([earlier.path]);
  });

  test('a file that cannot be written: the fault names where it would have been, and nothing is left', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(out, '.unscanned'), '');
    await expect(finish(sampleRecording, out)).rejects.toMatchObject({
      name: 'UsageFault',
      place: join(out, 'openai-chat', 'one.har'),
      message: expect.stringMatching(/^it cannot be written \([A-Z]+\)$/),
    });
    expect(allFiles(out)).toEqual([join(out, '.unscanned')]);
    rmSync(join(out, '.unscanned'));
    // A folder of that name takes the place of the file that shall be there.
    mkdirSync(join(out, 'openai-chat', 'one.har'), { recursive: true });
    await expect(finish(sampleRecording, out)).rejects.toMatchObject({ place: join(out, 'openai-chat', 'one.har') });
    expect(allFiles(out)).toEqual([]);
    expect(existsSync(join(out, '.unscanned'))).toBe(false);
  });

  test.each([
    ['in an escape that JSON knows', 'data: {"a":"sk\\u002dproj-0123456789abcdefghijklmn"}\n\n'],
    ['in percent signs', 'data: {"a":"jane%40example.org"}\n\n'],
  ])('a secret %s', async (_where, body) => {
    const folder = temporaryFolder();
    const hidden = {
      ...sampleRecording,
      script: { ...sampleRecording.script, writes: [{ atMs: 0, bytes: Buffer.from(body) }] },
    };
    await expect(finish(hidden, folder)).rejects.toThrow('the recording still held a secret');
    expect(allFiles(folder)).toEqual([]);
  });

  test('the scanner sees every secret in a file that nobody redacted', () => {
    const folder = temporaryFolder();
    fc.assert(
      fc.property(
        lookingSecret,
        fc.constantFrom('prompt', 'answer', 'error', 'response header'),
        fc.constantFrom('identity', 'gzip', 'br'),
        (secret, place, encoding) => {
          const path = saveRecording(folder, planted(secret, place, [3, 50], encoding));
          expect(placeOfSecret(path, nothing)).toBeDefined();
        },
      ),
      { numRuns: 60 },
    );
  });
});
