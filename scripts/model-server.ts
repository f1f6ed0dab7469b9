import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/core/clock.ts';
import { HarnessFault, UsageFault } from '../src/core/fault.ts';
import { pickFreePort } from '../src/relays/ports.ts';
import { startProcessGroup } from '../src/relays/process-group.ts';
import { waitUntilReady } from '../src/relays/readiness.ts';
import { type InstalledModelServer, installModelServer, modelServerFolder } from './model-server/install.ts';
import { runScript } from './run-script.ts';

/**
 * `npm run model-server`: a real model behind a real server that speaks OpenAI Chat on 127.0.0.1, to record from. No
 * test needs it.
 */
const usage = 'npm run model-server -- [--port N] [--install-only]';

/** Both aliases are the same file. llama-cpp-python chooses tools only with a chat format of its own. */
const aliases = [{ model_alias: 'smollm2' }, { model_alias: 'smollm2-tools', chat_format: 'chatml-function-calling' }];

interface Flags {
  /** 0 means a free port. */
  readonly port: number;
  readonly installOnly: boolean;
}

function readFlags(args: readonly string[]): Flags {
  const { port = '0', 'install-only': installOnly = false } = parse(args);
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    throw new UsageFault(`${port} is not a port`, '--port', 'use a number from 0 to 65535, where 0 means a free port');
  }
  return { port: Number(port), installOnly };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { port: { type: 'string' }, 'install-only': { type: 'boolean' } } })
      .values;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error), args.join(' '), usage);
  }
}

function writeConfig({ model }: InstalledModelServer, port: number): string {
  const path = join(modelServerFolder, 'server.json');
  const models = aliases.map((alias) => ({ model, n_ctx: 2048, n_threads: 2, seed: 1, verbose: false, ...alias }));
  writeFileSync(path, `${JSON.stringify({ host: '127.0.0.1', port, models }, null, 2)}\n`);
  return path;
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => resolve());
    }
  });
}

async function serve(server: InstalledModelServer, port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const ended = interrupted();
  const group = startProcessGroup({
    command: [server.python, '-m', 'llama_cpp.server', '--config_file', writeConfig(server, port)],
    cwd: modelServerFolder,
    env: { PATH: process.env['PATH'] ?? '', PYTHONUNBUFFERED: '1' },
    clock: systemClock,
    graceMs: 3_000,
  });
  try {
    console.log('loading the model');
    const ready = waitUntilReady({ path: '/v1/models', status: 200, timeoutMs: 120_000 }, url, group, systemClock);
    const state = await Promise.race([ready, ended]);
    if (state === undefined) {
      return;
    }
    if (!state.ready) {
      console.error(group.output.lines().slice(-20).join('\n'));
      throw new HarnessFault(`the model server did not become ready: ${state.seen}`, url, 'see the lines above');
    }
    const names = aliases.map(({ model_alias: name }) => name).join(', ');
    console.log(`serving ${names} on ${url}/v1\nCtrl-C ends it`);
    const stillRuns = Symbol('still runs');
    for (;;) {
      const next = await Promise.race([ended, systemClock.sleep(500).then(() => stillRuns)]);
      if (next !== stillRuns) {
        return;
      }
      const fate = group.ended();
      if (fate !== undefined) {
        console.error(group.output.lines().slice(-20).join('\n'));
        throw new HarnessFault(`the model server ${fate}`, url, 'see the lines above');
      }
    }
  } finally {
    await group.stop();
  }
}

async function main(words: readonly string[]): Promise<void> {
  const flags = readFlags(words);
  const server = await installModelServer((line) => console.log(line));
  if (!flags.installOnly) {
    await serve(server, flags.port === 0 ? await pickFreePort() : flags.port);
  }
}

await runScript(() => main(process.argv.slice(2)));
