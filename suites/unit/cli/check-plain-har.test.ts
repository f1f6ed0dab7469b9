import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { isArray, isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

interface Sketch {
  readonly url?: string;
  readonly method?: string;
  readonly request?: JsonObject;
  readonly type?: string;
  readonly status?: number;
  readonly content?: JsonObject;
  readonly error?: string;
}

/** An entry as browsers and proxies write them, with what HAR demands and nothing of ours. */
function entry({
  url = '',
  method = 'POST',
  request,
  type = '',
  status = 200,
  content = {},
  error,
}: Sketch): JsonObject {
  return {
    startedDateTime: '2026-12-01T00:00:00.000Z',
    time: 1,
    request: {
      method,
      url,
      headers: [],
      ...(request === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(request) } }),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: type },
        { name: 'content-encoding', value: 'gzip' },
      ],
      content: { mimeType: type, size: -1, ...content },
      ...(error === undefined ? {} : { _error: error }),
    },
  };
}

function har(...entries: readonly JsonObject[]): string {
  const path = join(temporaryFolder(), 'saved.har');
  writeFileSync(
    path,
    JSON.stringify({ log: { version: '1.2', creator: { name: 'WebInspector', version: '1' }, entries } }),
  );
  return path;
}

async function lines(path: string, ...flags: readonly string[]) {
  const { code, out, err } = await runHere(['check', path, '--json', ...flags]);
  const objects = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed = parseJson(line);
      return parsed.ok && isObject(parsed.value) ? parsed.value : expect.fail(line);
    });
  return { code, err, objects };
}

const textOf = ({ writes }: WireScript): string => Buffer.from(joinChunks(writes)).toString('utf8');

function exchange(dialect: DialectId, mode: 'stream' | 'body', more: Sketch = {}): JsonObject {
  const { streams, body } = dialectSamples[dialect];
  const script = mode === 'stream' ? streams['short-text'] : body;
  const type = mode === 'stream' ? (dialects[dialect].streams[0].headers['content-type'] ?? '') : 'application/json';
  const { path } = dialects[dialect].request;
  return entry({
    url: `https://relay.example/api/some-provider${path('m-1', mode)}`,
    request:
      dialect === 'gemini-generate' ? { contents: [] } : { model: 'm-1', messages: [], stream: mode === 'stream' },
    type,
    content: { text: textOf(script) },
    ...more,
  });
}

describe.each(dialectIds)('a HAR of another program with an answer of %s', (dialect) => {
  test.each(['stream', 'body'] as const)(
    'is read as a %s by its address and request, without a dialect',
    async (mode) => {
      const { code, objects } = await lines(har(exchange(dialect, mode)));
      expect(objects).toMatchObject([{ outcome: { integrity: 'complete' }, witnessed: false }]);
      // The body calls tools, which this request does not declare.
      const declared = mode === 'stream' ? [] : ['any/tools/declared', 'any/tools/declared'];
      const [{ findings } = {}] = objects;
      expect(isArray(findings) ? findings.map((one) => isObject(one) && one['requirement']) : []).toEqual(declared);
      expect(code).toBe(0);
    },
  );

  test('is judged by its content type and its status', async () => {
    const { errorBody } = dialectSamples[dialect];
    const labelled = await lines(har(exchange(dialect, 'stream', { type: 'text/html' })));
    expect(JSON.stringify(labelled.objects)).toContain('head.stream-type');
    const refused = { type: 'application/json', content: { text: errorBody } };
    const wrong = await lines(har(exchange(dialect, 'body', refused)));
    expect(JSON.stringify(wrong.objects)).toContain('error.under-success');
    expect(wrong.code).toBe(1);
    expect((await lines(har(exchange(dialect, 'body', { ...refused, status: 503 })))).code).toBe(0);
  });
});

describe('a HAR of another program', () => {
  const text = textOf(dialectSamples['openai-chat'].streams['short-text']);

  test('says in words that its ending was not witnessed', async () => {
    const { out } = await runHere(['check', har(exchange('openai-chat', 'stream'))]);
    expect(out).toMatch(/ {2}complete as far as the file shows\n/);
  });

  test('without the body of its request is read as its address and its content say', async () => {
    for (const dialect of ['gemini-generate', 'openai-chat'] as const) {
      for (const mode of ['stream', 'body'] as const) {
        const kept = exchange(dialect, mode);
        const { postData: _, ...request } = isObject(kept['request']) ? kept['request'] : {};
        const { objects } = await lines(har({ ...kept, request }));
        expect(objects).toMatchObject([{ outcome: { integrity: 'complete' }, findings: [] }]);
      }
    }
  });

  test('is known by what it holds, from standard input or under any name', async () => {
    const text = readFileSync(har(exchange('openai-chat', 'stream')), 'utf8');
    const { code, out } = await runHere(['check', '-'], text);
    expect({ code, complete: out.includes('complete as far as the file shows') }).toEqual({ code: 0, complete: true });
  });

  test('is read where it keeps the body as Base64', async () => {
    const content = { text: Buffer.from(text).toString('base64'), encoding: 'base64' };
    expect((await lines(har(exchange('openai-chat', 'stream', { content })))).objects).toMatchObject([
      { outcome: { integrity: 'complete' } },
    ]);
  });

  test.each([
    ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'transport_error'],
    ['net::ERR_CONNECTION_RESET', 'transport_error'],
    ['net::ERR_ABORTED', 'transport_error'],
  ])('believes the browser that noted %s', async (error, integrity) => {
    const { objects } = await lines(har(exchange('openai-chat', 'stream', { error })));
    expect(objects).toMatchObject([{ outcome: { integrity }, witnessed: true }]);
  });

  test('gives each of its answers, and passes over everything else', async () => {
    const page = entry({ url: 'https://relay.example/app.js', method: 'GET', content: { text: 'x' } });
    const path = har(page, exchange('openai-chat', 'stream'), page, exchange('anthropic-messages', 'body'));
    const { objects } = await lines(path);
    expect(objects.map(({ file }) => file)).toEqual([`${path}#/log/entries/1`, `${path}#/log/entries/3`]);
    expect((await lines(path, '--dialect', 'anthropic-messages')).objects).toHaveLength(1);
  });

  test('is read as the dialect that is named, where its address says none', async () => {
    const path = har(exchange('openai-chat', 'stream', { url: 'https://relay.example/ask' }));
    expect(await lines(path)).toMatchObject({ code: 2, err: expect.stringContaining('--dialect') });
    expect((await lines(path, '--dialect', 'openai-chat')).objects).toMatchObject([
      { outcome: { integrity: 'complete' } },
    ]);
  });

  test('that holds less than the body had says so, because nobody else cut it', async () => {
    const content = { text: text.slice(0, 300), size: text.length };
    const { objects } = await lines(har(exchange('openai-chat', 'stream', { content })));
    expect(objects).toMatchObject([
      { hints: expect.arrayContaining([`the file holds 300 of the ${text.length} bytes of this body`]) },
    ]);
  });

  test('without the body of its answer is not blamed for an empty one', async () => {
    const { code, err } = await lines(har(exchange('openai-chat', 'stream', { content: {} })));
    expect(code).toBe(2);
    expect(err).toContain('holds no body');
  });

  test('says its head itself', async () => {
    const { code, err } = await lines(har(exchange('openai-chat', 'stream')), '--status', '500');
    expect(code).toBe(2);
    expect(err).toContain('--status: a HAR says its own head');
  });

  test('holds the call of its answer against the tools of its request', async () => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'clock', arguments: '{"zone":7}' } };
    const chunk = (delta: JsonObject, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const content = {
      text: `${chunk({ role: 'assistant', tool_calls: [call] }, null)}${chunk({}, 'tool_calls')}data: [DONE]\n\n`,
    };
    const parameters = { type: 'object', properties: { zone: { type: 'string' } } };
    const tools = [{ type: 'function', function: { name: 'clock', parameters } }];
    const request = { model: 'm', messages: [], stream: true, tools };
    const { objects } = await lines(har(exchange('openai-chat', 'stream', { content, request })));
    expect(objects).toMatchObject([
      {
        findings: [{ requirement: 'any/tools/declared', severity: 'may', cause: 'tool_arguments_schema' }],
        outcome: { choices: [{ tools: [{ runnable: false }] }] },
      },
    ]);
  });
});
