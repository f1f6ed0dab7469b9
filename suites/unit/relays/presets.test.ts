import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { routeName } from '../../../src/core/route.ts';
import { environmentPython } from '../../../src/relays/package-files.ts';
import { presetFile } from '../../../src/relays/preset-config.ts';
import { presetIds, presets } from '../../../src/relays/presets.generated.ts';
import { presetProfile } from '../../../src/relays/start-preset.ts';

const processPresets = Object.values(presets).flatMap((preset) => (preset.kind === 'process' ? [preset] : []));

test('every file that exports a preset is registered under its own id', () => {
  const folder = join(packageRoot, 'src/relays');
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && readFileSync(join(folder, name), 'utf8').includes('export const preset:'),
  );
  expect(files.map((name) => name.replace(/\.ts$/, ''))).toEqual([...presetIds]);
  expect(Object.entries(presets).map(([id, preset]) => [id, preset.id])).toEqual(presetIds.map((id) => [id, id]));
});

test('portkey translates Chat to Messages and Gemini and passes every dialect through, told by headers', () => {
  const profile = presetProfile(presets.portkey);
  expect(profile.routes.map(routeName)).toEqual([
    'openai-chat<anthropic-messages',
    'openai-chat<openai-chat',
    'anthropic-messages<anthropic-messages',
    'openai-chat<gemini-generate',
    'gemini-generate<gemini-generate',
    'openai-responses<openai-responses',
  ]);
  expect(profile.routes[0]?.headers).toEqual({
    'x-portkey-provider': 'anthropic',
    'x-portkey-custom-host': '{upstream}/v1',
  });
  expect(profile).toMatchObject({ name: 'portkey', version: '1.15.2', level: 'core' });
});

test('next-ai-gateway has each of its dialects on both sides, and its config holds no key but a placeholder', () => {
  const profile = presetProfile(presets['next-ai-gateway']);
  const served = ['anthropic-messages', 'gemini-generate', 'openai-chat', 'openai-responses'] as const;
  const pairs = served.flatMap((client) => served.map((upstream) => routeName({ client, upstream })));
  expect(profile.routes.map(routeName)).toEqual(pairs);
  const { start } = processPresets.find(({ id }) => id === 'next-ai-gateway')?.configure('/installed') ?? {};
  const config = parseJson(start?.files['config.json'] ?? '');
  expect(config).toMatchObject({ ok: true, value: { host: '127.0.0.1', auth: { enabled: false } } });
  const providers = config.ok && isObject(config.value) ? config.value['providers'] : undefined;
  expect(providers).toEqual(
    profile.routes.slice(0, served.length).map(({ upstream, model }) => ({
      name: upstream,
      type: expect.any(String),
      apikey: 'relaycert',
      baseurl: upstream.startsWith('openai') ? '{upstream}/v1' : '{upstream}',
      models: [model.replace(`${upstream}/`, '')],
    })),
  );
});

test('llms serves a Messages client over a Chat upstream, by the name of its provider', () => {
  const profile = presetProfile(presets.llms);
  expect(profile.routes.map(routeName)).toEqual(['anthropic-messages<openai-chat']);
  expect(profile).toMatchObject({ name: 'llms', version: '1.0.53', routes: [{ model: 'upstream,gpt-4o-mini' }] });
});

test('litellm has each of its dialects on both sides, retries nothing and asks no other machine', () => {
  const profile = presetProfile(presets.litellm);
  const served = ['anthropic-messages', 'gemini-generate', 'openai-chat', 'openai-responses'] as const;
  const pairs = served.flatMap((client) => served.map((upstream) => routeName({ client, upstream })));
  expect(profile.routes.map(routeName)).toEqual(pairs);
  const { start } = processPresets.find(({ id }) => id === 'litellm')?.configure('/installed') ?? {};
  expect(start?.command.slice(-6)).toEqual(['--host', '127.0.0.1', '--port', '{port}', '--telemetry', 'False']);
  expect(start?.env).toMatchObject({ LITELLM_LOCAL_MODEL_COST_MAP: 'True' });
  const config = parseJson(start?.files['config.yaml'] ?? '');
  expect(config).toMatchObject({ ok: true, value: { router_settings: { num_retries: 0, disable_cooldowns: true } } });
  const models = config.ok && isObject(config.value) ? config.value['model_list'] : undefined;
  expect(models).toEqual(
    profile.routes.map(({ model }) => ({
      model_name: model,
      litellm_params: {
        model: expect.stringMatching(/^(?:anthropic|custom_openai|gemini|openai)\//),
        api_base: expect.stringMatching(/^\{upstream\}(?:\/v1|\/v1beta)?$/),
        api_key: 'relaycert',
      },
    })),
  );
});

test.each(processPresets)(
  'preset $id starts our own Node.js or its Python with what it installed, and is told its port',
  (preset) => {
    const { start, ready } = preset.configure('/installed');
    const told = JSON.stringify(start);
    expect(start?.command[0]).toBe(preset.packages === 'npm' ? process.execPath : environmentPython('/installed'));
    expect(told).toContain('/installed');
    expect(told).toContain('{port}');
    expect(ready).toMatchObject({ path: expect.stringMatching(/^\//), status: 200 });
  },
);

test.each(processPresets)('the hash of preset $id does not depend on where it is installed', (preset) => {
  expect(preset.configure('/here').hash).toBe(preset.configure('/there').hash);
});

const npmPresets = processPresets.filter(({ packages }) => packages === 'npm');
const pipPresets = processPresets.filter(({ packages }) => packages === 'pip');

test.each(pipPresets)(
  'the requirements of preset $id pin each version with checksums, and name no registry',
  (preset) => {
    const text = readFileSync(presetFile(preset.id, 'requirements.txt'), 'utf8');
    expect(text).not.toMatch(/:\/\/|--(?:extra-)?index-url|--find-links/);
    const entries = text
      .replaceAll(/^#.*$/gm, '')
      .replaceAll(/\s*\\\n\s*/g, ' ')
      .trim()
      .split('\n');
    expect(
      entries.filter((entry) => !/^[\w.-]+(?:\[[\w,-]+\])?==[\w.]+ .*--hash=sha256:[0-9a-f]{64}$/.test(entry)),
    ).toEqual([]);
    expect(entries.map((entry) => entry.split(' ')[0])).toContain(`${preset.id}==${presetProfile(preset).version}`);
  },
);

test.each(npmPresets)('the lock file of preset $id pins its version and names no registry', (preset) => {
  const text = readFileSync(presetFile(preset.id, 'package-lock.json'), 'utf8');
  expect(text).not.toMatch(/"resolved"|registry/);
  const lock = parseJson(text);
  const packages = lock.ok && isObject(lock.value) && isObject(lock.value['packages']) ? lock.value['packages'] : {};
  const root = isObject(packages['']) ? packages[''] : {};
  const dependencies = isObject(root['dependencies']) ? root['dependencies'] : {};
  expect(Object.values(dependencies)).toEqual([presetProfile(preset).version]);
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.map(([path]) => path)).toContain(`node_modules/${Object.keys(dependencies)[0]}`);
  expect(installed.filter(([, entry]) => !isObject(entry) || typeof entry['integrity'] !== 'string')).toEqual([]);
});

test('next-ai-gateway is locked without the dependencies of its package, of which one cannot be installed', () => {
  const text = readFileSync(presetFile('next-ai-gateway', 'package-lock.json'), 'utf8');
  expect([...text.matchAll(/"node_modules\/[^"]+"/g)].map(String)).toEqual([
    '"node_modules/@musistudio/claude-code-router"',
  ]);
  expect(text).not.toContain('the-next-ai');
});

test('portkey is locked to the versions with which its OpenAI routes work', () => {
  const text = readFileSync(presetFile('portkey', 'package-lock.json'), 'utf8');
  expect(text).toMatch(/"node_modules\/hono": \{\s+"version": "4\.9\.7"/);
  expect(text).toMatch(/"node_modules\/@hono\/node-server": \{\s+"version": "1\.13\.8"/);
});
