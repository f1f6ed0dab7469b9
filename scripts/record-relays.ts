import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { $ } from 'zx';
import { systemClock } from '../src/core/clock.ts';
import { UsageFault } from '../src/core/fault.ts';
import { packageRoot } from '../src/core/package-root.ts';
import { presetIds, presets } from '../src/relays/presets.generated.ts';
import { startPreset } from '../src/relays/start-preset.ts';
import { runScript } from './run-script.ts';

/**
 * `npm run record:relays`: what each relay of the presets makes of a real model's Chat streams, recorded as
 * `captured-relay`. Such recordings document the relay. Nothing replays them as an upstream.
 */
const usage = 'npm run record:relays -- --model-server http://127.0.0.1:PORT (npm run model-server prints it)';

const scenarios = ['short-text', 'max-tokens'];

function readUpstream(): string {
  const url = readFlag();
  if (url === undefined || !URL.canParse(url)) {
    throw new UsageFault('the address of the model server is missing', '--model-server', usage);
  }
  return new URL(url).origin;
}

function readFlag(): string | undefined {
  try {
    return parseArgs({ options: { 'model-server': { type: 'string' } } }).values['model-server'];
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error), 'record:relays', usage);
  }
}

async function recordRelay(id: (typeof presetIds)[number], upstreamUrl: string): Promise<void> {
  const relay = await startPreset(presets[id], {
    upstreamUrl,
    clock: systemClock,
    environment: process.env,
    onProgress: (line) => console.error(line),
    installFolder: resolve(packageRoot, '.relays'),
  });
  try {
    for (const route of relay.routes.filter(({ upstream }) => upstream === 'openai-chat')) {
      for (const scenario of scenarios) {
        const headers = Object.entries(route.headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
        await $({ cwd: packageRoot, stdio: 'inherit', nothrow: true })`${process.execPath} src/cli/main.ts record ${[
          ...['--provider', `${relay.baseUrl}${route.basePath ?? ''}`, '--dialect', route.client],
          ...['--model', route.model, '--scenario', scenario],
          ...['--provenance', 'captured-relay', '--relay', `${relay.name} ${relay.version ?? ''}`.trim()],
          ...['--out', join('recordings', 'relays', relay.name), ...headers],
        ]}`;
      }
    }
  } finally {
    await relay.stop();
  }
}

await runScript(async () => {
  const upstreamUrl = readUpstream();
  for (const id of presetIds.filter((preset) => presets[preset].kind === 'process')) {
    await recordRelay(id, upstreamUrl);
  }
});
