import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { WireScript } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { loadRecordings, readRecording } from '../../src/recording/load-recordings.ts';
import { createRecordingAnswer } from '../../src/upstream/serve.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';
import { serveRaw } from '../support/raw-server.ts';
import { allFiles } from '../support/record-here.ts';
import { startCli } from '../support/running-cli.ts';
import { bodyScript, sampleStreams, streamScript } from '../support/sample-scripts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Whole = (action: () => void | Promise<void>) => void;

const key = 'plantedKeyOfTheRun0123456789';
const chat = sampleStreams['openai-chat']['short-text'];

async function playing(answer: WireScript | (() => WireScript), whenFinished: Whole): Promise<string> {
  const upstream = await startUpstream({
    clock: systemClock,
    otherwise: typeof answer === 'function' ? answer : () => answer,
  });
  whenFinished(upstream.close);
  return upstream.url;
}

function record(url: string, folder: string, ...more: readonly string[]) {
  const words = ['record', '--provider', url, '--dialect', 'openai-chat', '--model', 'some-model', ...more];
  const scenario = more.includes('--scenario') ? [] : ['--scenario', 'short-text'];
  return startCli([...words, ...scenario], folder, { RELAYCERT_API_KEY: key });
}

const har = (folder: string, name: string): string => join(folder, 'recordings', 'openai-chat', `${name}.har`);

describe.concurrent('relaycert record', { timeout: 60_000 }, () => {
  test('records an answer, and says its outcome and its verdict', async ({ expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    const run = await record(await playing(chat, finished), folder).ended;
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /^recordings\/openai-chat\/short-text-some-model\.har {2}complete\n {2}status 200 · 6 chunks · /,
    );
    expect(run.stdout).toContain('clean by upstream\n  openai-chat · stream · completed · finish stop · 6 frames');
    const recording = readRecording(har(folder, 'short-text-some-model'));
    expect(recording).toMatchObject({
      scenario: 'short-text',
      provenance: 'captured',
      mode: 'stream',
      endedBy: 'upstream',
    });
    expect(recording.script.writes.map(({ bytes }) => bytes.length)).toEqual(
      chat.writes.map(({ bytes }) => bytes.length),
    );
    expect(recording.request?.headers.map(([name]) => name)).not.toContain('authorization');
    expect(allFiles(folder)).toHaveLength(1);
  });

  test('asks for everything, in both modes, and all of it is kept by its contract', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const own = loadRecordings({ path: join(packageRoot, 'recordings', 'anthropic-messages') });
    const upstream = await startUpstream({ clock: systemClock, otherwise: createRecordingAnswer(own) });
    finished(upstream.close);
    const words = ['record', '--provider', upstream.url, '--dialect', 'anthropic-messages', '--scenario', 'all'];
    const run = await startCli([...words, '--model', 'recording:short-text', '--out', 'captured'], folder).ended;
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const count = loadRecordings({ path: join(folder, 'captured') }).length;
    expect(count).toBe(own.length);
    const verified = await startCli(['recordings', 'verify', 'captured'], folder).ended;
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain(`${count} recordings · ${count} kept · 0 marked`);
  });

  test('keeps a stream that breaks its contract, marks it, and exits 1', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const run = await record(await playing({ ...chat, writes: chat.writes.slice(0, 3) }, finished), folder).ended;
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('no_end_marker');
    expect(run.stdout).toMatch(/breaks its contract, and is marked so: any\/terminal\//);
    expect(readRecording(har(folder, 'short-text-some-model')).breaches).toContainEqual(
      expect.stringMatching(/^any\/terminal\//),
    );
    const verified = await startCli(['recordings', 'verify', '--json'], folder).ended;
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain('"verdict":"marked"');
  });

  test('says what changed in shape since the last time, and what its contract does not know', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const news = chat.writes.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
    const changed: WireScript = {
      ...streamScript(
        news.map((text) =>
          text
            .replace('"object"', '"brand_new":{"inner":1},"object"')
            .replace('"stop"', '"length"')
            .replace('Good ', 'Bad '),
        ),
      ),
      head: { status: 200, headers: [...chat.head.headers, ['X-New', 'a value']] },
    };
    const answers = [chat, { ...chat, writes: chat.writes.map((write) => ({ ...write, atMs: 1 })) }, changed];
    const url = await playing(() => answers.shift() ?? chat, finished);
    const first = await record(url, folder).ended;
    const second = await record(url, folder).ended;
    const third = await record(url, folder).ended;
    expect(first.stdout).not.toContain('shape');
    expect(second.stdout).toMatch(/same shape as on \d{4}-\d{2}-\d{2}\n$/);
    expect(third.stdout).toContain('+ header x-new\n');
    expect(third.stdout).toContain('+ field chat.completion.chunk /brand_new/inner: number\n');
    expect(third.stdout).toContain('+ value chat.completion.chunk /choices/*/finish_reason = length\n');
    expect(third.stdout).toContain('- value chat.completion.chunk /choices/*/finish_reason = stop\n');
    expect(third.stdout).toContain('(extend contracts/openai-chat/event.schema.json)');
    expect(third.stdout).not.toContain('Bad');
  });

  test('keeps a refusal apart from answers, asks no more after a 401, and exits 1', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const error = {
      message: `Incorrect API key provided: ${key}.`,
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    };
    const url = await playing(bodyScript(JSON.stringify({ error }), 401), finished);
    const run = await record(url, folder, '--scenario', 'all').ended;
    expect(run.code).toBe(1);
    expect(run.stderr).toBe('relaycert: the rest was not asked: the key is not accepted\n');
    expect(run.stdout).toContain('error-401.har  provider_error');
    expect(allFiles(folder)).toHaveLength(1);
    const [file = ''] = allFiles(folder);
    expect(readFileSync(file, 'utf8') + run.stdout + run.stderr).not.toContain(key);
    expect(readFileSync(file, 'utf8')).toContain('REDACTED');
  });

  test('keeps what had come when the user ends it in mid-stream, beside the last whole answer', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const stalled = Promise.withResolvers<void>();
    const answers: WireScript[] = [chat, { ...chat, writes: chat.writes.slice(0, 2), ending: 'stall' }];
    const server = await startUpstream({
      clock: systemClock,
      otherwise: () => {
        if (answers.length === 1) {
          setTimeout(stalled.resolve, 40);
        }
        return answers.shift() ?? chat;
      },
    });
    finished(server.close);
    const { url } = server;
    await record(url, folder).ended;
    const running = record(url, folder);
    await stalled.promise;
    running.interrupt();
    const run = await running.ended;
    expect(run.code).toBe(3);
    expect(run.stderr).toBe('relaycert: interrupted: what had come is kept, the rest was not asked\n');
    expect(readRecording(har(folder, 'short-text-some-model'))).not.toHaveProperty('aborted');
    const partial = readRecording(har(folder, 'short-text-some-model-aborted'));
    expect(partial).toMatchObject({ aborted: true, endedBy: 'recorder' });
    expect(partial.script.writes).toHaveLength(2);
  });

  test('gives up after the silence that is allowed, and says that it stalled', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const url = await playing({ ...chat, writes: chat.writes.slice(0, 2), ending: 'stall' }, finished);
    const run = await record(url, folder, '--idle', '0.3').ended;
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('stall by recorder');
    expect(readRecording(har(folder, 'short-text-some-model-stall')).script.ending).toBe('stall');
  });
});

describe.concurrent('bad input of relaycert record', { timeout: 60_000 }, () => {
  test.for([
    [
      'an unknown scenario',
      ['--scenario', 'short-txt'],
      2,
      /^relaycert: --scenario: there is no scenario short-txt \(did you mean short-text\?\)\n$/,
    ],
    [
      'an unknown dialect',
      ['--dialect', 'openai'],
      2,
      /^relaycert: --dialect: the dialect openai is unknown \(known dialects: .*\)\n$/,
    ],
    [
      'a key in the address',
      ['--provider', `http://user:${key}@127.0.0.1:1`],
      2,
      /^relaycert: --provider: a base URL has no user.*RELAYCERT_API_KEY\)\n$/,
    ],
    [
      'a provider without its key',
      ['--provider', 'openai'],
      2,
      /^relaycert: OPENAI_API_KEY: there is no key for openai \(.*\)\n$/,
    ],
    [
      'a dialect that the provider does not speak',
      ['--provider', 'anthropic'],
      2,
      /^relaycert: --dialect: anthropic does not speak openai-chat \(it speaks anthropic-messages\)\n$/,
    ],
    [
      'a host that does not exist',
      ['--provider', 'http://no-such-host.invalid'],
      3,
      /^relaycert: no-such-host\.invalid: no answer \(E[A-Z_]+\) \(nothing was recorded.*\)\n$/,
    ],
    [
      'a silence that is no number',
      ['--idle', 'soon'],
      2,
      /^relaycert: --idle: soon is no number of seconds \(.*\)\n$/,
    ],
    ['a relay without a name', ['--provenance', 'captured-relay'], 2, /^relaycert: --relay: .*\n$/],
    [
      'a proxy without a server',
      ['--listen', '0'],
      2,
      /^relaycert: --provider: --provider and --listen do not go together \(.*\)\n$/,
    ],
  ] as const)(
    '%s is one line, the right exit code, and no file',
    async ([, words, code, line], { expect, onTestFinished: finished }) => {
      const folder = temporaryFolder(finished);
      const run = await record('http://127.0.0.1:1', folder, ...words).ended;
      expect(run.stderr).toMatch(line);
      expect(run).toMatchObject({ code, stdout: '' });
      expect(run.stderr).not.toContain(key);
      expect(existsSync(join(folder, 'recordings'))).toBe(false);
    },
  );

  test.for([
    ['closes at once', (socket: { destroy: () => void }) => socket.destroy()],
    ['speaks no HTTP', (socket: { end: (text: string) => void }) => socket.end('SSH-2.0-OpenSSH\r\n')],
  ] as const)('a server that %s is one line and no file', async ([, answer], { expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    const server = await serveRaw(answer);
    finished(server.close);
    const run = await record(server.url, folder).ended;
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toMatch(/^relaycert: 127\.0\.0\.1:\d+: no answer \([A-Z_]+\) \(nothing was recorded; .*\)\n$/);
    expect(allFiles(folder)).toEqual([]);
  });

  test('a key with a line break is one line and never shown', async ({ expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    const url = await playing(chat, finished);
    const words = ['record', '--provider', url, '--dialect', 'openai-chat', '--scenario', 'short-text', '--model', 'm'];
    const run = await startCli(words, folder, { RELAYCERT_API_KEY: `${key}\nsecond-line` }).ended;
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/^relaycert: 127\.0\.0\.1:\d+: a header has a value that HTTP cannot carry \(.*\)\n$/);
    expect(run.stderr).not.toMatch(/planted|second-line/);
    expect(allFiles(folder)).toEqual([]);
  });

  test('a folder that is a file is one line, and nothing is asked', async ({ expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    writeFileSync(join(folder, 'recordings'), 'mine');
    let asked = 0;
    const url = await playing(() => {
      asked += 1;
      return chat;
    }, finished);
    const run = await record(url, folder).ended;
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /recordings: it cannot be written \([A-Z]+\) \(name another folder, or make room there\)\n$/,
    );
    expect(asked).toBe(0);
    expect(readFileSync(join(folder, 'recordings'), 'utf8')).toBe('mine');
  });
});
