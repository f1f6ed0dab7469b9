import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { WireScript } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { loadRecordings, readRecording } from '../../src/recording/load-recordings.ts';
import { createRecordingAnswer } from '../../src/upstream/serve.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';
import { startCli } from '../support/cli/running-cli.ts';
import { dialectSamples } from '../support/dialects.generated.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { allFiles } from '../support/recording/record-here.ts';
import { bodyScript, streamScript } from '../support/streams/sample-scripts.ts';

type Whole = (action: () => void | Promise<void>) => void;

const key = 'plantedKeyOfTheRun0123456789';
const chat = dialectSamples['openai-chat'].streams['short-text'];

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

  test('sends the headers that a server needs', async ({ expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    const headers = ['--header', 'X-Portkey-Provider: openai', '--header', 'x-empty:'];
    const run = await record(await playing(chat, finished), folder, ...headers).ended;
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(readRecording(har(folder, 'short-text-some-model')).request?.headers).toEqual(
      expect.arrayContaining([
        ['x-portkey-provider', 'openai'],
        ['x-empty', ''],
      ]),
    );
  });

  test('asks for everything, and every answer keeps its contract', async ({ expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    const own = loadRecordings({ path: join(packageRoot, 'recordings', 'anthropic-messages') });
    const upstream = await startUpstream({ clock: systemClock, otherwise: createRecordingAnswer(own) });
    finished(upstream.close);
    const words = ['record', '--provider', upstream.url, '--dialect', 'anthropic-messages', '--scenario', 'all'];
    const run = await startCli([...words, '--model', 'recording:short-text', '--out', 'captured'], folder).ended;
    // The upstream answers everything by the text of one scenario, which most others are not for.
    expect(run).toMatchObject({ code: 1, stderr: '' });
    const taken = loadRecordings({ path: join(folder, 'captured') });
    const count = taken.length;
    expect(count).toBe(own.length);
    const other = taken.filter(({ notShown }) => notShown !== undefined);
    expect(other.map(({ name }) => name)).toContain('one-tool-recording-short-text-not-shown');
    expect(other.every(({ scenario, name }) => scenario === undefined && name.endsWith('-not-shown'))).toBe(true);
    expect(run.stdout).toContain('does not show one-tool, and is marked so: it lacks a part of kind tool');
    const verified = await startCli(['recordings', 'verify', 'captured'], folder).ended;
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain(`${count} recordings · ${count} kept · 0 marked`);
    expect(verified.stdout).toContain(` · ${other.length} answers without what the scenario is for`);
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
    expect(readRecording(har(folder, 'short-text-some-model-cut')).breaches).toContainEqual(
      expect.stringMatching(/^any\/terminal\//),
    );
    const verified = await startCli(['recordings', 'verify', '--json'], folder).ended;
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain('"verdict":"marked"');
  });

  test('replaces a whole answer only by a whole one', async ({ expect, onTestFinished: finished }) => {
    const folder = temporaryFolder(finished);
    let answer: WireScript = chat;
    const url = await playing(() => answer, finished);
    expect((await record(url, folder).ended).code).toBe(0);
    const whole = readFileSync(har(folder, 'short-text-some-model'), 'utf8');
    const failures: readonly (readonly [name: string, script: WireScript])[] = [
      ['cut', { ...chat, writes: chat.writes.slice(0, 3) }],
      ['error', streamScript(['data: {"error":{"message":"m","type":"server_error","param":null,"code":null}}\n\n'])],
      ['error', bodyScript('{"error":{"message":"m","type":"server_error","param":null,"code":null}}')],
    ];
    for (const [name, script] of failures) {
      answer = script;
      expect((await record(url, folder).ended).code).toBe(1);
      expect(readFileSync(har(folder, 'short-text-some-model'), 'utf8')).toBe(whole);
      expect(readRecording(har(folder, `short-text-some-model-${name}`)).scenario).toBe('short-text');
    }
  });

  test('reads a server with its traits, keeps them in the recording, and says which would help', async ({
    expect,
    onTestFinished: finished,
  }) => {
    const folder = temporaryFolder(finished);
    const url = await playing({ ...chat, writes: chat.writes.slice(0, -1) }, finished);
    const without = await record(url, folder).ended;
    expect(without.code).toBe(1);
    expect(without.stdout).toContain('would pass with  --traits no-done');
    const run = await record(url, folder, '--traits', 'no-done').ended;
    expect(run.code).toBe(0);
    expect(readRecording(har(folder, 'short-text-some-model'))).toMatchObject({ traits: ['no-done'] });
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

  test('keeps a refusal apart from answers, stops asking after a 401, and exits 1', async ({
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

  test('keeps what has come when the user ends it in mid-stream, beside the last whole answer', async ({
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
    expect(run.stderr).toBe('relaycert: interrupted: what had arrived is kept, the rest was not asked\n');
    expect(readRecording(har(folder, 'short-text-some-model'))).not.toHaveProperty('aborted');
    const partial = readRecording(har(folder, 'short-text-some-model-aborted'));
    expect(partial).toMatchObject({ aborted: true, endedBy: 'recorder' });
    expect(partial.script.writes).toHaveLength(2);
  });

  test('gives up after the allowed silence, and says that the stream stalled', async ({
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
