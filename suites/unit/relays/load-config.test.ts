import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultDeadlines } from '../../../src/core/exchange.ts';
import { defaultPolicies } from '../../../src/core/policies.ts';
import { loadRelayConfig, toRelayConfig } from '../../../src/relays/load-config.ts';
import type { RelayConfig } from '../../../src/relays/relay-config.ts';
import type { RelayDefinition } from '../../../src/relays/relay-definition.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const yaml = `
name: acme
version: "2.1"
start:
  command: [node, server.js, --port, "{port}"]
  env: { UPSTREAM: "{upstream}/v1", RETRIES: 2, VERBOSE: true }
  passEnv: [HTTPS_PROXY]
  files:
    conf/acme.json: |
      { "port": {port} }
ready: { path: /health, status: 200, timeoutMs: 5000 }
routes:
  - client: openai-chat
    upstream: anthropic-messages
    model: claude
    headers: { x-target: "{upstream}" }
  - { client: anthropic-messages, upstream: anthropic-messages, model: claude, path: /msg, basePath: /anthropic }
policies: { refusal: stop+refusal }
deadlines: { idle: 2.5 }
level: extended
`;

const definition: RelayDefinition = {
  name: 'acme',
  version: '2.1',
  start: {
    command: ['node', 'server.js', '--port', '{port}'],
    env: { UPSTREAM: '{upstream}/v1', RETRIES: 2, VERBOSE: true },
    passEnv: ['HTTPS_PROXY'],
    files: { 'conf/acme.json': '{ "port": {port} }\n' },
  },
  ready: { path: '/health', status: 200, timeoutMs: 5000 },
  routes: [
    {
      client: 'openai-chat',
      upstream: 'anthropic-messages',
      model: 'claude',
      headers: { 'x-target': '{upstream}' },
    },
    {
      client: 'anthropic-messages',
      upstream: 'anthropic-messages',
      model: 'claude',
      path: '/msg',
      basePath: '/anthropic',
    },
  ],
  policies: { refusal: 'stop+refusal' },
  deadlines: { idle: 2.5 },
  level: 'extended',
};

const source = `export default ${JSON.stringify(definition)}`;

/** The config in a file of this name, without what depends on the file's place. */
async function load(name: string, text: string): Promise<Omit<RelayConfig, 'place' | 'folder'>> {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, text);
  const { place, folder: base, ...config } = await loadRelayConfig(path);
  expect({ place, base }).toEqual({ place: path, base: folder });
  return config;
}

test('a config is the same from YAML, JSON, JavaScript and TypeScript', async () => {
  const fromYaml = await load('relay.yaml', yaml);
  expect(fromYaml).toEqual({
    name: 'acme',
    version: '2.1',
    start: {
      command: ['node', 'server.js', '--port', '{port}'],
      env: { UPSTREAM: '{upstream}/v1', RETRIES: '2', VERBOSE: 'true' },
      passEnv: ['HTTPS_PROXY'],
      files: { 'conf/acme.json': '{ "port": {port} }\n' },
    },
    url: 'http://127.0.0.1:{port}',
    ready: { path: '/health', status: 200, timeoutMs: 5000 },
    setup: [],
    routes: [
      { client: 'openai-chat', upstream: 'anthropic-messages', model: 'claude', headers: { 'x-target': '{upstream}' } },
      {
        client: 'anthropic-messages',
        upstream: 'anthropic-messages',
        model: 'claude',
        path: '/msg',
        basePath: '/anthropic',
        headers: {},
      },
    ],
    policies: { ...defaultPolicies, refusal: 'stop+refusal' },
    deadlines: { ...defaultDeadlines, idle: 2_500 },
    grade: 'protective',
    level: 'extended',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await load('relay.yml', yaml)).toEqual(fromYaml);
  expect(await load('relay.json', JSON.stringify(definition))).toEqual(fromYaml);
  expect(await load('relay.mjs', source)).toEqual(fromYaml);
  expect(await load('relay.cjs', source.replace('export default', 'module.exports ='))).toEqual(fromYaml);
  expect(await load('relay.ts', `${source} satisfies { name: string }`)).toEqual(fromYaml);
});

test('the smallest configs get every default', () => {
  const routes = [{ client: 'openai-chat', upstream: 'openai-chat', model: 'm' }];
  const running = toRelayConfig({ name: 'a', url: 'http://host:1/', routes }, 'a.yaml', '/');
  expect(running).toMatchObject({
    url: 'http://host:1/',
    ready: { timeoutMs: 30_000 },
    policies: defaultPolicies,
    deadlines: defaultDeadlines,
    level: 'core',
  });
  expect(running.start).toBeUndefined();
  const started = toRelayConfig({ name: 'a', start: { command: ['x', '{port}'] }, routes }, 'a.yaml', '/');
  expect(started).toMatchObject({
    url: 'http://127.0.0.1:{port}',
    start: { command: ['x', '{port}'], env: {}, passEnv: [], files: {} },
  });
});

test('the hash tells any two configs apart, but neither spellings nor places of one', () => {
  const hashOf = (value: unknown): string => toRelayConfig(value, 'any', '/').hash;
  const { name, ...rest } = definition;
  expect(hashOf({ ...rest, name })).toBe(toRelayConfig(definition, 'elsewhere', '/tmp').hash);
  expect(hashOf({ ...definition, level: 'core' })).not.toBe(hashOf(definition));
});

test('a deadline shorter than a millisecond does not become none at all', () => {
  const { deadlines } = toRelayConfig({ ...definition, deadlines: { idle: 0.0001 } }, 'any', '/');
  expect(deadlines.idle).toBe(1);
});
