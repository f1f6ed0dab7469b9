import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { serveRaw } from '../../support/exchange/raw-server.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { allFiles } from '../../support/recording/record-here.ts';

const key = 'plantedKeyOfTheRun0123456789';
const chat = dialectSamples['openai-chat'].streams['short-text'];

async function playing(answer: () => WireScript): Promise<string> {
  const upstream = await startUpstream({ clock: systemClock, otherwise: answer });
  onTestFinished(upstream.close);
  return upstream.url;
}

function record(url: string, folder: string, ...more: readonly string[]) {
  const words = [
    'record',
    '--provider',
    url,
    '--dialect',
    'openai-chat',
    '--model',
    'some-model',
    '--scenario',
    'short-text',
  ];
  return runHere([...words, ...more], '', { folder, environment: { RELAYCERT_API_KEY: key } });
}

describe('bad input of relaycert record', () => {
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
      /^relaycert: --provider: a base URL must not have a user.*RELAYCERT_API_KEY\)\n$/,
    ],
    [
      'a key in a header',
      ['--header', `Authorization: Bearer ${key}`],
      2,
      /^relaycert: --header: Authorization holds a key \(keys are taken from the environment only\)\n$/,
    ],
    [
      'a line that is not a header',
      ['--header', `Bearer ${key}`],
      2,
      /^relaycert: --header: this is not a header \(write it as "name: value"\)\n$/,
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
      'an unknown trait',
      ['--traits', 'no-dnoe'],
      2,
      /^relaycert: --traits: openai-chat has no trait no-dnoe \(did you mean no-done\?.*\)\n$/,
    ],
    [
      'a silence that is not a number',
      ['--idle', 'soon'],
      2,
      /^relaycert: --idle: must be a number of seconds above 0, at most 86400, not soon \(.*\)\n$/,
    ],
    ['a relay without a name', ['--provenance', 'captured-relay'], 2, /^relaycert: --relay: .*\n$/],
    [
      'a proxy without a server',
      ['--listen', '0'],
      2,
      /^relaycert: --provider: --provider and --listen do not go together \(.*\)\n$/,
    ],
  ] as const)('%s is one line, the right exit code, and no file', async ([, words, code, line]) => {
    const folder = temporaryFolder();
    const run = await record('http://127.0.0.1:1', folder, ...words);
    expect(run.err).toMatch(line);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toContain(key);
    expect(existsSync(join(folder, 'recordings'))).toBe(false);
  });

  test.for([
    ['closes at once', (socket: { destroy: () => void }) => socket.destroy()],
    ['speaks no HTTP', (socket: { end: (text: string) => void }) => socket.end('SSH-2.0-OpenSSH\r\n')],
  ] as const)('a server that %s is one line and no file', async ([, answer]) => {
    const folder = temporaryFolder();
    const server = await serveRaw(answer);
    onTestFinished(server.close);
    const run = await record(server.url, folder);
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toMatch(/^relaycert: 127\.0\.0\.1:\d+: no answer \([A-Z_]+\) \(nothing was recorded; .*\)\n$/);
    expect(allFiles(folder)).toEqual([]);
  });

  test('a key with a line break is one line and never shown', async () => {
    const folder = temporaryFolder();
    const url = await playing(() => chat);
    const words = ['record', '--provider', url, '--dialect', 'openai-chat', '--scenario', 'short-text', '--model', 'm'];
    const run = await runHere(words, '', { folder, environment: { RELAYCERT_API_KEY: `${key}\nsecond-line` } });
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(/^relaycert: 127\.0\.0\.1:\d+: a header has a value that HTTP cannot carry \(.*\)\n$/);
    expect(run.err).not.toMatch(/planted|second-line/);
    expect(allFiles(folder)).toEqual([]);
  });

  test('a folder that is a file is one line, and nothing is asked', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'recordings'), 'mine');
    let asked = 0;
    const url = await playing(() => {
      asked += 1;
      return chat;
    });
    const run = await record(url, folder);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toMatch(
      /recordings: it cannot be written \([A-Z]+\) \(name another folder, or make room there\)\n$/,
    );
    expect(asked).toBe(0);
    expect(readFileSync(join(folder, 'recordings'), 'utf8')).toBe('mine');
  });
});
