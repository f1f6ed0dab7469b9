import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { WireScript } from '../../src/core/exchange.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { listen } from '../../src/transport/listen.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';
import { type RunningCli, startCli } from '../support/cli/running-cli.ts';
import { dialectSamples } from '../support/dialects.generated.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { allFiles, detailsFor } from '../support/recording/record-here.ts';
import { bodyScript } from '../support/streams/sample-scripts.ts';

const messages = dialectSamples['anthropic-messages'].streams['one-tool'];

async function proxyTo(
  to: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly running: RunningCli; readonly url: string }> {
  const running = startCli(['record', '--listen', '0', '--to', to], folder, environment);
  const [, url = ''] = await running.said(/recording what passes from (http:\/\/127\.0\.0\.1:\d+) to/);
  return { running, url };
}

describe.concurrent('relaycert record --listen', { timeout: 60_000 }, () => {
  test('records what an application gets, streams and bodies, and ends cleanly on Ctrl-C', async ({
    expect,
    onTestFinished,
  }) => {
    const folder = temporaryFolder(onTestFinished);
    const upstream = await startUpstream({
      clock: systemClock,
      otherwise: ({ mode }) => (mode === 'stream' ? messages : dialectSamples['anthropic-messages'].body),
    });
    onTestFinished(upstream.close);
    const { running, url } = await proxyTo(upstream.url, folder);
    const ask = async (stream: boolean): Promise<string> => {
      const response = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz' },
        body: JSON.stringify({ model: 'claude-x', max_tokens: 9, stream, messages: [{ role: 'user', content: 'Hi' }] }),
      });
      return response.text();
    };
    expect(await ask(true)).toBe(Buffer.concat(messages.writes.map(({ bytes }) => bytes)).toString());
    expect(await ask(false)).toContain('"Looking."');
    expect((await fetch(`${url}/v1/models`)).status).toBe(200);
    await running.said(/002-claude-x\.har/);
    running.interrupt();
    const run = await running.ended;
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/Ctrl-C ends it\n2 recordings\n$/);
    expect(run.stderr).toMatch(
      /anthropic-messages · stream · claude-x · 200 · 8 chunks · [\d,]+ bytes · clean by upstream · complete · recordings\/anthropic-messages\/\d{8}-\d{6}-001-claude-x\.har\n/,
    );
    expect(run.stderr).toContain('passed on, not recorded: GET /v1/models (not a path of a dialect)\n');
    const recordings = loadRecordings({ path: join(folder, 'recordings') });
    expect(recordings.map(({ mode }) => mode)).toEqual(['stream', 'body']);
    expect(recordings[0]?.facts).toMatchObject({ maxTokens: 9 });
  });

  test('keeps what is running when Ctrl-C comes, and says who ended it', async ({ expect, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const upstream = await startUpstream({
      clock: systemClock,
      otherwise: () => ({ ...messages, writes: messages.writes.slice(0, 3), ending: 'stall' }),
    });
    onTestFinished(upstream.close);
    const { running, url } = await proxyTo(upstream.url, folder);
    const { request } = detailsFor(url, { dialect: 'anthropic-messages' });
    const response = await fetch(request.url, { method: 'POST', body: Buffer.from(request.body) });
    const reader = response.body?.getReader();
    await reader?.read();
    running.interrupt();
    const run = await running.ended;
    // We broke it off ourselves, so the provider did not break its contract.
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/aborted by recorder · transport_error · recordings\//);
    await expect(reader?.closed).rejects.toThrow();
    const [recording] = loadRecordings({ path: join(folder, 'recordings') });
    expect(recording).toMatchObject({ aborted: true, endedBy: 'recorder' });
  });

  test('leaves no planted secret in any file or printed line', async ({ expect, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const secrets = {
      environment: 'envKeyWithoutAnyLook4711',
      header: 'sk-ant-api03-headerSecret0123456789abcd',
      bearer: 'opaqueBearer0123456789',
      query: 'AIzaQuerySecret0123456789012345678901234',
      organisation: 'org-0123456789abcdefghijklmn',
      project: 'proj_0123456789abcdefghij',
      account: 'jane-account-0815',
      mail: 'jane.doe@example.org',
      cookie: 'cookieValue0123456789',
      request: 'req_0123456789abcdefghijklmn',
      prompt: 'gsk_0123456789abcdefghijklmn',
    };
    const echo = createServer(async (request, response) => {
      for await (const _part of request) {
        // Reads the request to its end, as a provider does.
      }
      const refused = request.url?.includes('key=') ?? false;
      const body = refused
        ? JSON.stringify({
            error: {
              code: 400,
              status: 'INVALID_ARGUMENT',
              message: `API key not valid: ${Object.values(secrets).join(' ')}`,
            },
          })
        : `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'api_error', message: Object.values(secrets).join(', ') }, request_id: secrets.request })}\n\n`;
      response.writeHead(refused ? 400 : 200, {
        'content-type': refused ? 'application/json' : 'text/event-stream',
        'x-request-id': secrets.request,
        'openai-organization': secrets.organisation,
        'x-account-name': secrets.account,
        'set-cookie': `session=${secrets.cookie}`,
      });
      // Writes a few bytes at a time, so that no secret is in one chunk.
      for (let at = 0; at < body.length; at += 7) {
        response.write(body.slice(at, at + 7));
        await systemClock.sleep(0);
      }
      response.end();
    });
    const to = await listen(echo, '127.0.0.1', 0);
    onTestFinished(() => void echo.close());
    const { running, url } = await proxyTo(to, folder, { OPENAI_API_KEY: secrets.environment });
    const headers = {
      'x-api-key': secrets.header,
      authorization: `Bearer ${secrets.bearer}`,
      cookie: `a=${secrets.cookie}`,
      'openai-organization': secrets.organisation,
      'openai-project': secrets.project,
      'x-account-name': secrets.account,
    };
    const prompt = `${Object.values(secrets).join(' ')}`;
    const asked = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        model: 'm',
        stream: true,
        max_tokens: 5,
        metadata: { user_id: secrets.account },
        messages: [{ role: 'user', content: prompt }],
      }),
    });
    // The client gets what the provider sent. Only files and printed lines lack the secret.
    expect(await asked.text()).toContain(secrets.organisation);
    const path = `/v1beta/models/m:generateContent?key=${secrets.query}`;
    await (
      await fetch(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
      })
    ).text();
    await (await fetch(`${url}/v1/files?key=${secrets.query}`, { headers })).text();
    await running.said(/002-m\.har/);
    running.interrupt();
    const run = await running.ended;
    const written = [...allFiles(folder).map((file) => readFileSync(file, 'utf8')), run.stdout, run.stderr];
    expect(written).toHaveLength(4);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(
        written.filter((text) => text.includes(secret)),
        name,
      ).toEqual([]);
    }
    expect(written[0]).toContain('REDACTED');
  });

  test('ends an answer as the server ends it, and records a refusal, too', async ({ expect, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const scripts: WireScript[] = [
      { ...messages, writes: messages.writes.slice(0, 3), ending: 'fin' },
      bodyScript('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 529),
    ];
    const upstream = await startUpstream({ clock: systemClock, otherwise: () => scripts.shift() ?? messages });
    onTestFinished(upstream.close);
    const { running, url } = await proxyTo(upstream.url, folder);
    const { request } = detailsFor(url, { dialect: 'anthropic-messages' });
    const ask = () => fetch(request.url, { method: 'POST', body: Buffer.from(request.body) });
    await expect((await ask()).text()).rejects.toThrow();
    expect((await ask()).status).toBe(529);
    await running.said(/002-some-model\.har/);
    running.interrupt();
    expect((await running.ended).stderr).toMatch(
      /fin by upstream · transport_error.*\n.*529 · 1 chunk · .* · provider_error/,
    );
  });
});
