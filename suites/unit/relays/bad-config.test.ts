import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { defaultDeadlines } from '../../../src/core/exchange.ts';
import { defaultPolicies } from '../../../src/core/policies.ts';
import { loadRelayConfig, toRelayConfig } from '../../../src/relays/load-config.ts';
import { faultOf, type SeenFault } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const route = { client: 'openai-chat', upstream: 'openai-chat', model: 'm' };
const start = { command: ['node', '{port}'] };
const good = { name: 'acme', start, routes: [route] };

async function refusal(value: unknown): Promise<Omit<SeenFault, 'kind'>> {
  const { kind, ...fault } = await faultOf(() => toRelayConfig(value, 'relay.yaml', '/'));
  expect(kind).toBe('usage');
  return fault;
}

/** The fault of a file; its place without the folder. */
async function fileRefusal(name: string, text: string): Promise<SeenFault> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  const fault = await faultOf(() => loadRelayConfig(join(folder, name)));
  return { ...fault, place: fault.place.replace(`${folder}/`, '') };
}

test.each([
  ['an unknown key', { ...good, nmae: 'x' }, 'relay.yaml /nmae', 'unknown key "nmae"', 'did you mean name?'],
  [
    'an unknown key instead of a needed one',
    { name: 'acme', strat: start, routes: [route] },
    'relay.yaml /strat',
    'unknown key "strat"',
    'did you mean start?',
  ],
  [
    'an unknown key deep inside',
    { ...good, start: { ...start, passenv: [] } },
    'relay.yaml /start/passenv',
    'unknown key "passenv"',
    'did you mean passEnv?',
  ],
  [
    'an unknown key like none',
    { ...good, ready: { zzzzzz: 1 } },
    'relay.yaml /ready/zzzzzz',
    'unknown key "zzzzzz"',
    'known keys: path, status, port, log, timeoutMs',
  ],
  [
    'an unknown policy',
    { ...good, policies: { doneAfterEror: 'either' } },
    'relay.yaml /policies/doneAfterEror',
    'unknown key "doneAfterEror"',
    'did you mean doneAfterError?',
  ],
  [
    'an unknown value of a policy',
    { ...good, policies: { clientAbort: 'keep' } },
    'relay.yaml /policies/clientAbort',
    'must be one of close, drain',
    'what happens to the upstream request when the client leaves',
  ],
  [
    'an unknown dialect',
    { ...good, routes: [{ ...route, client: 'openai-caht' }] },
    'relay.yaml /routes/0/client',
    'unknown dialect "openai-caht"',
    'did you mean openai-chat?',
  ],
  [
    'a dialect like none',
    { ...good, routes: [route, { ...route, upstream: 'cohere' }] },
    'relay.yaml /routes/1/upstream',
    'unknown dialect "cohere"',
    `known dialects: ${dialectIds.join(', ')}`,
  ],
  [
    'a route that is listed twice',
    { ...good, routes: [route, { ...route, model: 'n' }] },
    'relay.yaml /routes/1',
    'route openai-chat<openai-chat is listed twice',
    'remove one of the two',
  ],
  [
    'neither start nor url',
    { name: 'acme', routes: [route] },
    'relay.yaml',
    'neither "start" nor "url" is given',
    'say how to start the relay, or where it is running',
  ],
  [
    'a port that is never told',
    { ...good, start: { command: ['node'] } },
    'relay.yaml /start',
    'the relay is never told its port',
    expect.stringContaining('put {port} into'),
  ],
  [
    'a port for a relay that is already running',
    { name: 'acme', url: 'http://127.0.0.1:{port}', routes: [route] },
    'relay.yaml /url',
    '{port} has no value for a relay that is already running',
    'write the value itself',
  ],
  [
    'a work folder for a relay that is already running',
    { name: 'acme', url: 'http://h', routes: [{ ...route, headers: { 'x-a': '{work}' } }] },
    'relay.yaml /routes/0/headers/x-a',
    '{work} has no value for a relay that is already running',
    'write the value itself',
  ],
  [
    'the output of a relay that is already running',
    { name: 'acme', url: 'http://h', ready: { log: 'up' }, routes: [route] },
    'relay.yaml /ready/log',
    'the output of a relay that is already running cannot be read',
    expect.stringContaining('ready.path'),
  ],
  ['a missing key', { name: 'acme', start }, 'relay.yaml', 'missing key "routes"', expect.stringContaining('a list')],
  [
    'a status without a path',
    { ...good, ready: { status: 200 } },
    'relay.yaml /ready',
    '"status" needs "path"',
    expect.stringContaining('GET'),
  ],
  ['no routes', { ...good, routes: [] }, 'relay.yaml /routes', 'must NOT have fewer than 1 items', expect.anything()],
  [
    'a placeholder that YAML takes for a map',
    { ...good, start: { ...start, env: { PORT: { port: null } } } },
    'relay.yaml /start/env/PORT',
    'must be string or number or boolean',
    expect.stringContaining('quote'),
  ],
  [
    'a name that cannot be an environment variable',
    { ...good, start: { ...start, env: { 'MY-VAR': 'x' } } },
    'relay.yaml /start/env/MY-VAR',
    'the name "MY-VAR" is not allowed',
    expect.anything(),
  ],
  [
    'a header over two lines',
    { ...good, routes: [{ ...route, headers: { 'x-a': 'a\r\nb' } }] },
    'relay.yaml /routes/0/headers/x-a',
    'the form of this value is not allowed',
    expect.stringContaining('line breaks'),
  ],
  [
    'a URL without http',
    { name: 'acme', url: 'localhost:80', routes: [route] },
    'relay.yaml /url',
    'the form of this value is not allowed',
    expect.stringContaining('http://'),
  ],
  [
    'a deadline of 0',
    { ...good, deadlines: { idle: 0 } },
    'relay.yaml /deadlines/idle',
    'must be > 0',
    expect.anything(),
  ],
  [
    'an empty program',
    { ...good, start: { command: ['', '{port}'] } },
    'relay.yaml /start/command/0',
    'the program is empty',
    'name a program',
  ],
  [
    'a value that is never learned',
    {
      ...good,
      setup: [{ path: '/login', learn: { token: '/token' } }],
      reset: { requests: [{ path: '/{setup.tokn}' }] },
    },
    'relay.yaml /reset',
    '{setup.tokn} is never learned',
    'did you mean token?',
  ],
  [
    'a value that is used before it is learned',
    { ...good, setup: [{ path: '/{setup.a}', learn: { a: '/a' } }] },
    'relay.yaml /setup/0',
    '{setup.a} is never learned',
    expect.stringContaining('"learn" of an earlier request'),
  ],
  [
    'a case where it has no value',
    { ...good, routes: [{ ...route, path: '/{case}/chat' }] },
    'relay.yaml /routes/0/path',
    '{case} has no value here',
    'use it in the model, the key or the headers of a route',
  ],
  [
    'a restart of a relay that somebody else started',
    { name: 'acme', url: 'http://h', restart: 'always', routes: [route] },
    'relay.yaml /restart',
    'a relay that is already running cannot be started again',
    expect.stringContaining('"reset"'),
  ],
  [
    'a reset by requests and by a command',
    { ...good, reset: { requests: [{ path: '/' }], command: ['x'] } },
    'relay.yaml /reset',
    'must NOT have more than 1 properties',
    expect.stringContaining('requests or a command'),
  ],
  [
    'a port in the key of a relay that is already running',
    { name: 'acme', url: 'http://h', routes: [{ ...route, key: 'k{port}' }] },
    'relay.yaml /routes/0/key',
    '{port} has no value for a relay that is already running',
    'write the value itself',
  ],
  ['a list', [good], 'relay.yaml', 'must be object', expect.anything()],
  ['nothing', null, 'relay.yaml', 'must be object', expect.anything()],
])('%s is refused with its place and a hint', async (_what, value, place, message, hint) => {
  expect(await refusal(value)).toEqual({ place, message, hint });
});

test.each(['../x', 'a/../../x', '/etc/x', '..', '.', 'a/', '..\\x', 'C:\\x', ''])(
  'a file that would not be inside the work folder is refused: "%s"',
  async (path) => {
    const fault = await refusal({ ...good, start: { ...start, files: { [path]: 'content' } } });
    expect(fault).toMatchObject({
      place: `relay.yaml /start/files/${path}`,
      message: 'the file would not be inside the work folder',
    });
  },
);

test('values are not repeated: they may be secrets', async () => {
  const header = await refusal({ ...good, routes: [{ ...route, headers: { authorization: 'Bearer s3cret\n' } }] });
  const env = await refusal({ ...good, start: { ...start, env: { KEY: ['s3cret'] } } });
  expect(JSON.stringify([header, env])).not.toContain('s3cret');
});

test.each([
  ['relay.yaml', 'name: a\nroutes: [\n', 'relay.yaml:3:1', /^YAML: /],
  ['relay.yaml', 'name: a\nname: b\n', 'relay.yaml:2:1', /^YAML: Map keys must be unique/],
  ['relay.yaml', 'name: *nobody\n', 'relay.yaml', /^YAML: .*nobody/],
  ['relay.json', '{\n  "name": "a",\n  oops\n}', 'relay.json:3:3', /^its JSON is broken here$/],
  ['relay.json', '{\n  "name": "a"', 'relay.json:2:14', /^its JSON is cut off here$/],
  ['relay.json', '', 'relay.json:1:1', /^its JSON is cut off here$/],
  ['relay.mjs', 'export const relay = 1;', 'relay.mjs', /^has no default export$/],
  ['relay.mjs', 'throw new Error("boom\\nmore")', 'relay.mjs', /^cannot be loaded: boom$/],
  ['relay.ts', 'export default { name: ', 'relay.ts', /^cannot be loaded: /],
  ['relay.toml', 'name = "a"', 'relay.toml', /^unknown kind of config file$/],
  ['relay.yaml', '', 'relay.yaml', /^must be object$/],
])('a file %s that holds %j is refused at %s', async (name, text, place, message) => {
  const fault = await fileRefusal(name, text);
  expect(fault).toMatchObject({ kind: 'usage', place });
  expect(fault.message).toMatch(message);
  expect(fault.hint).not.toBe('');
});

test('a missing file and a folder are refused', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'relay.yaml'));
  for (const name of ['none.yaml', 'none.json', 'none.ts']) {
    expect(await faultOf(() => loadRelayConfig(join(folder, name)))).toMatchObject({
      kind: 'usage',
      message: 'there is no such file or folder',
      place: join(folder, name),
    });
  }
  expect(await faultOf(() => loadRelayConfig(join(folder, 'relay.yaml')))).toMatchObject({
    message: 'this is a folder, not a file',
  });
});

test('the schema knows every policy, every value of one, and every deadline', async () => {
  for (const key of Object.keys(defaultPolicies)) {
    expect((await refusal({ ...good, policies: { [key]: 'none of them' } })).message).toMatch(/^must be one of /);
  }
  expect(toRelayConfig({ ...good, policies: defaultPolicies }, 'x', '/').policies).toEqual(defaultPolicies);
  const inSeconds = Object.fromEntries(Object.entries(defaultDeadlines).map(([key, ms]) => [key, ms / 1_000]));
  expect(toRelayConfig({ ...good, deadlines: inSeconds }, 'x', '/').deadlines).toEqual(defaultDeadlines);
});
