import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { HarnessFault } from '../../../src/core/fault.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** One line on stderr that begins so, nothing on stdout, and this exit code. */
async function refused(words: readonly string[], line: RegExp | string, code = 2): Promise<void> {
  const run = await runHere(words);
  expect(run.err.trimEnd().split('\n')).toHaveLength(1);
  expect(run.err).toMatch(line);
  expect(run).toMatchObject({ code, out: '' });
}

describe('bad input is one line with the place and a hint, and exit 2', () => {
  test.each<[string, readonly string[], string]>([
    ['an unknown command', ['certfy'], `relaycert: arguments: unknown command 'certfy' (Did you mean certify?)`],
    [
      'an unknown option',
      ['certify', '--relays', 'x'],
      `relaycert: certify: unknown option '--relays' (Did you mean --relay?)`,
    ],
    [
      'a missing value',
      ['certify', '--relay'],
      `relaycert: certify: option '--relay <preset>' argument missing (relaycert certify --help)`,
    ],
    [
      'a missing argument',
      ['explain'],
      `relaycert: explain: missing required argument 'id' (relaycert explain --help)`,
    ],
    ['too many arguments', ['explain', 'a', 'b'], 'relaycert: explain: too many arguments'],
    [
      'an unknown preset',
      ['certify', '--relay', 'portky'],
      'relaycert: --relay: there is no preset portky (did you mean portkey?)',
    ],
    [
      'a preset and a config',
      ['certify', '--relay', 'llms', '--config', 'x'],
      `relaycert: certify: option '--config <file>' cannot be used with`,
    ],
    [
      'a missing config',
      ['certify', '--config', 'nowhere.yaml'],
      'relaycert: nowhere.yaml: there is no such file or folder (',
    ],
    [
      'missing recordings',
      ['certify', '--recordings', '/nowhere'],
      'relaycert: /nowhere: there is no such file or folder (',
    ],
    ['a dialect without recordings', ['certify', '--dialect', 'openai-chat'], 'relaycert: --dialect: '],
    [
      'an unknown dialect',
      ['check', 'package.json', '--dialect', 'openai'],
      'relaycert: --dialect: the dialect openai is unknown (known dialects: ',
    ],
    [
      'a raw body without a dialect',
      ['check', 'package.json'],
      'relaycert: package.json: a raw response body does not say its dialect (name it',
    ],
    [
      'standard input twice',
      ['check', '-', '-', '--dialect', 'openai-chat'],
      'relaycert: -: standard input can be read only once (',
    ],
    ['an unknown route', ['certify', '--dry-run', '--route', 'x<y'], 'relaycert: x<y: no case is selected (routes: '],
    ['an unknown case', ['certify', '--dry-run', '--case', 'nothing'], 'relaycert: nothing: no case is selected ('],
    [
      'an unknown requirement to check',
      ['certify', '--dry-run', '--only', 'relay/nothing'],
      'relaycert: --only: no requirement begins with relay/nothing (',
    ],
    [
      'an impossible shard',
      ['certify', '--dry-run', '--shard', '3/2'],
      'relaycert: --shard: 3/2 is not a shard (write it as 1/3',
    ],
    ['a broken pattern', ['certify', '--dry-run', '-t', '('], 'relaycert: -t: -t is not a regular expression'],
    ['a pattern that matches nothing', ['certify', '--dry-run', '-t', 'zzz'], 'relaycert: -t: no case matches zzz ('],
    [
      'an unknown level',
      ['certify', '--level', 'high'],
      `relaycert: certify: option '--level <level>' argument 'high' is invalid.`,
    ],
    [
      'no cases at once',
      ['certify', '--dry-run', '--concurrency', '0'],
      'relaycert: --concurrency: must be an integer of 1 or more, not 0 (',
    ],
    [
      'missing deviations',
      ['certify', '--dry-run', '--deviations', 'nowhere.yaml'],
      'relaycert: nowhere.yaml: cannot read the deviations',
    ],
    [
      'data and a reporter at once',
      ['certify', '--json', '--reporter', 'dot'],
      `relaycert: certify: option '--json' cannot be used with`,
    ],
    [
      'an unknown requirement',
      ['explain', 'relay/usage/equa'],
      'relaycert: explain: there is no requirement and no issue relay/usage/equa (did you mean relay/usage/equal?)',
    ],
    ['a list of nothing', ['list', 'things'], `relaycert: list: command-argument value 'things' is invalid`],
    [
      'an impossible port',
      ['serve', '--port', '70000'],
      'relaycert: --port: must be a port from 0 to 65535, not 70000 (',
    ],
    ['a speed that stands still', ['serve', '--speed', '0'], 'relaycert: --speed: must be a positive number, not 0 ('],
    [
      'a speed that runs backwards',
      ['serve', '--speed', '-2'],
      'relaycert: --speed: must be a positive number, not -2 (',
    ],
    [
      'a speed that is not a number',
      ['serve', '--speed', 'fast'],
      'relaycert: --speed: must be a positive number, not fast (',
    ],
    [
      'a speed without end',
      ['serve', '--speed', 'Infinity'],
      'relaycert: --speed: must be a positive number, not Infinity (',
    ],
    [
      'two speeds at once',
      ['serve', '--realtime', '--speed', '2'],
      `relaycert: serve: option '--realtime' cannot be used with`,
    ],
    ['reports that are missing', ['merge', '/nowhere'], 'relaycert: /nowhere: there is no such file or folder ('],
  ])('%s', async (_name, words, line) => {
    const run = await runHere(words);
    expect(run.err.startsWith(line), run.err).toBe(true);
    expect(run.err.trimEnd().split('\n')).toHaveLength(1);
    expect(run.err).toMatch(/\(.+\)\n$/s);
    expect(run).toMatchObject({ code: 2, out: '' });
  });

  test('a config with an unknown key', async () => {
    const path = join(temporaryFolder(), 'relay.yaml');
    writeFileSync(path, 'name: x\nurl: http://127.0.0.1:1\nrouts: []\nroutes: []\n');
    await refused(['certify', '--config', path], new RegExp(`^relaycert: ${path} `));
  });

  test('a folder without reports', async () => {
    await refused(['merge', temporaryFolder()], /there is no report\.jsonl in this folder/);
  });

  test('a deviation from a requirement that does not exist', async () => {
    const path = join(temporaryFolder(), 'deviations.yaml');
    writeFileSync(path, '- { requirement: relay/no/such, case: "*", reason: x, expires: 2099-01-01 }\n');
    await refused(['certify', '--dry-run', '--deviations', path], /there is no requirement relay\/no\/such/);
  });

  test('a folder that cannot be written to', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, '');
    await refused(['certify', '--output', join(path, 'below')], /it cannot be written \(ENOTDIR\)/);
  });
});

describe('what keeps a run from its end is exit 3', () => {
  test('a report that was cut', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'shard-1'));
    writeFileSync(join(folder, 'shard-1', 'report.jsonl.partial'), '{}\n');
    await refused(['merge', folder], /this report was cut/, 3);
  });

  test('an empty report', async () => {
    const path = join(temporaryFolder(), 'report.jsonl');
    writeFileSync(path, '');
    await refused(['merge', path], /report\.jsonl: it is empty/, 3);
  });

  test('a relay that runs nowhere', async () => {
    const path = join(temporaryFolder(), 'relay.yaml');
    const route = '{ client: openai-chat, upstream: openai-chat, model: x }';
    writeFileSync(path, `name: nowhere\nurl: http://127.0.0.1:9\nready: { timeoutMs: 100 }\nroutes: [${route}]\n`);
    const output = join(temporaryFolder(), 'report');
    await refused(['certify', '--config', path, '--output', output], /relay "nowhere" was not ready within 100 ms/, 3);
  });

  test('an exception that nobody foresaw, its stack only when asked for', async () => {
    const explode = (): never => {
      throw new TypeError('boom\nsecond line');
    };
    const plain = await runHere(['list'], '', { write: explode });
    expect(plain).toMatchObject({
      code: 3,
      err: 'relaycert: internal: boom | second line (RELAYCERT_DEBUG=1 shows where)\n',
    });
    const debug = await runHere(['list'], '', { write: explode, environment: { RELAYCERT_DEBUG: '1' } });
    expect(debug.err).toContain('bad-input.test.ts');
  });

  test('a fault of the harness', async () => {
    const fault = (): never => {
      throw new HarnessFault('the disk is on fire', 'disk', 'call for help');
    };
    const run = await runHere(['list'], '', { write: fault, clock: systemClock });
    expect(run).toMatchObject({ code: 3, err: 'relaycert: disk: the disk is on fire (call for help)\n' });
  });
});

describe('help and version are no faults', () => {
  test('version', async () => {
    expect(await runHere(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: '',
    });
  });

  test('help of the program and of a command', async () => {
    const program = await runHere(['--help']);
    expect(program).toMatchObject({ code: 0, err: '' });
    expect(program.out).toContain('Exit codes: 0 certified · 1 refused · 2 usage · 3 harness fault or unfinished run');
    expect(await runHere(['check', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--dialect <id>'),
    });
  });

  test('without a command the help is shown, as an error', async () => {
    expect(await runHere([])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage: relaycert') });
  });
});
