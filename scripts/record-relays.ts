import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { $ } from 'zx';
import { systemClock } from '../src/core/clock.ts';
import { describeFault, HarnessFault, UsageFault } from '../src/core/fault.ts';
import { packageRoot } from '../src/core/package-root.ts';
import { presetIds, presets } from '../src/relays/presets.generated.ts';
import { startPreset } from '../src/relays/start-preset.ts';

/**
 * `npm run record:relays`: what each relay of the presets makes of a real model's Chat streams, recorded as
 * `captured-relay`. Such recordings document the relay; nothing replays them as an upstream.
 */
const usage = 'npm run record:relays -- --model-server http://127.0.0.1:PORT (npm run model-server says which)';

const scenarios = ['short-text', 'max-tokens'];

function readUpstream(): string {
  const { values } = parseArgs({ options: { 'model-server': { type: 'string' } } });
  const url = values['model-server'];
  if (url === undefined || !URL.canParse(url)) {
    throw new UsageFault('the address of the model server is missing', '--model-server', usage);
  }
  return new URL(url).origin;
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

try {
  const upstreamUrl = readUpstream();
  for (const id of presetIds.filter((preset) => presets[preset].kind === 'process')) {
    await recordRelay(id, upstreamUrl);
  }
} catch (error) {
  if (!(error instanceof UsageFault || error instanceof HarnessFault)) {
    throw error;
  }
  console.error(describeFault(error));
  process.exitCode = error instanceof UsageFault ? 2 : 3;
}
