import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { toRelayConfig } from '../../../src/relays/load-config.ts';
import type { RelayConfig } from '../../../src/relays/relay-config.ts';
import type { RelayDefinition } from '../../../src/relays/relay-definition.ts';
import type { RunningRelay, StartOptions } from '../../../src/relays/running-relay.ts';
import { startRelay } from '../../../src/relays/start-relay.ts';

export const programs = join(import.meta.dirname, 'programs');

export const chatRoute = { client: 'openai-chat', upstream: 'openai-chat', model: 'm' } as const;

/** A config of the program `mirror.mjs`, or what is changed of it. */
export function mirrorConfig(changes: Partial<RelayDefinition> = {}): RelayConfig {
  const start = { command: [process.execPath, join(programs, 'mirror.mjs')], env: { PORT: '{port}' } };
  return toRelayConfig({ name: 'mirror', start, routes: [chatRoute], ...changes }, 'mirror.yaml', programs);
}

/** Starts a relay that is stopped when the running test has ended. */
export async function startForTest(config: RelayConfig, options: Partial<StartOptions> = {}): Promise<RunningRelay> {
  const relay = await startRelay(config, startOptions(options));
  onTestFinished(() => relay.stop());
  return relay;
}

export function startOptions(changes: Partial<StartOptions> = {}): StartOptions {
  return {
    upstreamUrl: 'http://127.0.0.1:9',
    clock: systemClock,
    onProgress: () => undefined,
    environment: process.env,
    ...changes,
  };
}

/** Process ids in lines `pid 123`. */
export function processIds(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => /^pid (\d+)$/.exec(line)?.[1] ?? []).map(Number);
}

/** Whether a process still runs. One that has ended but was not reaped yet (Linux: state Z) does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** Waits, for two seconds at most, until the condition holds. */
export async function until(condition: () => boolean): Promise<boolean> {
  for (let left = 400; left > 0 && !condition(); left -= 1) {
    await systemClock.sleep(5);
  }
  return condition();
}
