import { describe, expect, it } from 'vitest';
import { isArray, isObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import { parseHar } from '../../../src/recording/parse-har.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { writeHar } from '../../../src/recording/write-har.ts';
import { sampleRecording } from '../../support/recording/recording-samples.ts';

function at(value: JsonValue, pointer: string): JsonValue | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>((node, key) => {
      if (isArray(node)) {
        return node[Number(key)];
      }
      return isObject(node) ? node[key] : undefined;
    }, value);
}

function written(recording: Recording): (pointer: string) => JsonValue | undefined {
  const parsed = parseJson(writeHar(recording));
  return (pointer) => (parsed.ok ? at(parsed.value, pointer) : undefined);
}

describe('writing a HAR', () => {
  it('gives back the recording that was written', () => {
    expect(parseHar(writeHar(sampleRecording), 'sample.har')).toStrictEqual(sampleRecording);
  });

  it('writes the keys that Polly.js writes, and ours beside them', () => {
    const har = written(sampleRecording);
    expect(har('/log/version')).toBe('1.2');
    expect(har('/log/pages')).toEqual([]);
    expect(har('/log/_recordingName')).toBe('openai-chat/sample');
    expect(har('/log/entries/0/_id')).toMatch(/^[0-9a-f]{32}$/);
    expect(har('/log/entries/0/_order')).toBe(0);
    expect(har('/log/entries/0/startedDateTime')).toBe('2026-11-30T12:00:00.250Z');
    expect(har('/log/entries/0/time')).toBe(40);
    expect(har('/log/entries/0/timings')).toMatchObject({ wait: 12.5, receive: 27.5, send: 0 });
    expect(har('/log/entries/0/request/queryString')).toEqual([
      { name: 'b', value: '2' },
      { name: 'a', value: '1' },
    ]);
    expect(har('/log/entries/0/response/statusText')).toBe('OK');
    expect(har('/log/entries/0/response/content')).toEqual({
      mimeType: 'text/event-stream',
      size: 32,
      text: 'data: {"a":"é"}\n\ndata: [DONE]\n\n',
    });
    expect(har('/log/entries/0/_stream/chunks')).toEqual([
      [0, 12.5],
      [14, 40],
    ]);
  });

  it('sorts keys, indents by two spaces and ends with one line feed, whatever order the recording was built in', () => {
    const { request, facts, ...rest } = sampleRecording;
    const reversed: Recording = {
      ...(request && { request }),
      facts: { maxTokens: 16, toolChoice: 'auto', tools: ['get_weather'], includeUsage: true, n: 1 },
      ...rest,
    };
    expect(facts).toEqual(reversed.facts);
    const text = writeHar(sampleRecording);
    expect(writeHar(reversed)).toBe(text);
    expect(text.startsWith('{\n  "log": {\n    "_recordingName"')).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.endsWith('\n\n')).toBe(false);
  });

  it('keeps the request body as it was sent, in its own order', () => {
    expect(written(sampleRecording)('/log/entries/0/request/postData/text')).toBe(
      '{"z":1,"model":"m","a":[{"y":null,"x":true}]}',
    );
  });

  it('keeps every digit of the request body when a file is read and written again', () => {
    const text = writeHar(sampleRecording);
    const numbers = String.raw`{\"z\":[1.0,9007199254740993,1e2],\"`;
    const altered = text.replace(String.raw`{\"z\":1,\"`, numbers);
    expect(altered).toContain(numbers);
    const again = writeHar(parseHar(altered, 'sample.har'));
    expect(again).toContain(numbers);
  });

  it('keeps bytes that are not UTF-8 as Base64', () => {
    const bytes = Uint8Array.of(0x64, 0xff, 0xf0, 0x9f);
    const recording: Recording = {
      ...sampleRecording,
      script: { ...sampleRecording.script, writes: [{ atMs: 0, bytes }] },
    };
    expect(written(recording)('/log/entries/0/response/content')).toMatchObject({ encoding: 'base64', size: 4 });
    expect(parseHar(writeHar(recording), 'sample.har').script.writes[0]?.bytes).toEqual(Buffer.from(bytes));
  });

  it('keeps a byte order mark and a character that was cut by two chunks', () => {
    const bytes = Buffer.from('\ufeffdata: 🦊\n\n');
    const recording: Recording = {
      ...sampleRecording,
      script: {
        ...sampleRecording.script,
        writes: [
          { atMs: 0, bytes: bytes.subarray(0, 11) },
          { atMs: 0, bytes: bytes.subarray(11) },
        ],
      },
    };
    expect(written(recording)('/log/entries/0/response/content/encoding')).toBeUndefined();
    expect(parseHar(writeHar(recording), 'sample.har')).toStrictEqual(recording);
  });

  it('says that there was no request where none was recorded', () => {
    const { request: _request, ...rest } = sampleRecording;
    expect(written(rest)('/log/entries/0/request/url')).toBe('about:blank');
    expect(parseHar(writeHar(rest), 'sample.har')).toStrictEqual(rest);
  });

  it('never writes a credential of headers or URL', () => {
    const secret = 'sk-secret-0123456789';
    const names = ['Authorization', 'x-api-key', 'API-Key', 'x-goog-api-key', 'Cookie', 'Proxy-Authorization'];
    const text = writeHar({
      ...sampleRecording,
      request: {
        method: 'POST',
        url: `https://${secret}:${secret}@host.test/v1?key=${secret}&alt=sse&API_KEY=${secret}&access_token=${secret}`,
        headers: [...names.map((name): readonly [string, string] => [name, secret]), ['accept', '*/*']],
        body: {},
      },
      script: {
        ...sampleRecording.script,
        head: {
          status: 200,
          headers: [
            ['Set-Cookie', secret],
            ['x-kept', 'yes'],
          ],
        },
      },
    });
    expect(text).not.toContain(secret);
    const recording = parseHar(text, 'sample.har');
    expect(recording.request?.url).toBe('https://host.test/v1?alt=sse');
    expect(recording.request?.headers).toEqual([['accept', '*/*']]);
    expect(recording.script.head.headers).toEqual([['x-kept', 'yes']]);
  });
});
