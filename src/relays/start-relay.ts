import { stat } from 'node:fs/promises';
import type { Clock } from '../core/clock.ts';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import type { Route } from '../core/route.ts';
import { sendControlRequests } from './control-requests.ts';
import { acceptsConnections, pickFreePort } from './ports.ts';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import { type ReadyResult, readinessAddress, waitUntilReady } from './readiness.ts';
import type { RelayConfig, StartCommand } from './relay-config.ts';
import { relayEnvironment, relayFolder } from './relay-environment.ts';
import { resetRelay } from './reset-relay.ts';
import type { RunningRelay, StartOptions } from './running-relay.ts';
import { type Placeholders, substitute, substituteAll } from './substitute.ts';
import { createWorkFolder, writeWorkFiles } from './work-folder.ts';

const defaultGraceMs = 3_000;

/** Milliseconds after which a port that does not answer counts as free. */
const portCheckMs = 500;

/** Lines of output that a fault repeats. */
const faultLines = 6;

/**
 * Starts a relay, or finds the one that is already running, and waits until it is ready.
 *
 * @throws UsageFault when the config names a program or folder that does not exist, or a URL that is not one
 * @throws HarnessFault when a port that the config fixes is in use, when the relay ends before it is ready, or when it
 * is not ready in time. Nothing is left running then.
 */
export async function startRelay(config: RelayConfig, options: StartOptions): Promise<RunningRelay> {
  const upstream = options.upstreamUrl.replace(/\/+$/, '');
  if (config.start === undefined) {
    return attach(config, { upstream }, options);
  }
  const port = fixedPort(config) ?? (await pickFreePort());
  const work = await createWorkFolder();
  let group: ProcessGroup | undefined;
  const stop = async (): Promise<void> => {
    await group?.stop();
    await work.remove();
  };
  try {
    const placeholders: Placeholders = { upstream, port, work: work.path };
    const baseUrl = toBaseUrl(config, placeholders);
    await refuseTakenPorts(config, baseUrl, options.clock);
    await writeWorkFiles(work.path, substituteAll(config.start.files, placeholders), config.place);
    options.onProgress(`${config.name}: starting on ${baseUrl}`);
    const running = await launch(config, config.start, placeholders, options);
    group = running;
    const result = await waitUntilReady(config.ready, baseUrl, running, options.clock);
    if (!result.ready) {
      await running.drained();
      throw notReady(config, result, running);
    }
    options.onProgress(`${config.name}: ready`);
    const known = await sendControlRequests(config.setup, baseUrl, placeholders, options.clock);
    return {
      ...identity(config, known, baseUrl),
      ...handles(config, known, baseUrl, options),
      stop,
      log: running.output.lines,
      where: 'process',
      exited: running.ended,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function attach(config: RelayConfig, placeholders: Placeholders, options: StartOptions): Promise<RunningRelay> {
  const baseUrl = toBaseUrl(config, placeholders);
  const result = await waitUntilReady(config.ready, baseUrl, undefined, options.clock);
  if (!result.ready) {
    const message = `relay "${config.name}" was not ready within ${config.ready.timeoutMs} ms: ${result.seen}`;
    throw new HarnessFault(message, `${config.place} /url`, 'start it first, or say how under "start"');
  }
  const known = await sendControlRequests(config.setup, baseUrl, placeholders, options.clock);
  return {
    ...identity(config, known, baseUrl),
    ...handles(config, known, baseUrl, options),
    stop: () => Promise.resolve(),
    log: () => [],
    where: 'elsewhere',
    exited: () => undefined,
  };
}

function handles(
  config: RelayConfig,
  placeholders: Placeholders,
  baseUrl: string,
  options: StartOptions,
): Pick<RunningRelay, 'reachable' | 'reset'> {
  const { hostname, port } = readinessAddress({ timeoutMs: 0 }, baseUrl);
  return {
    reachable: () => acceptsConnections(hostname, port, options.clock, portCheckMs),
    ...(config.reset === undefined ? {} : { reset: () => resetRelay(config, placeholders, baseUrl, options) }),
  };
}

function identity(
  config: RelayConfig,
  placeholders: Placeholders,
  baseUrl: string,
): Pick<RunningRelay, 'name' | 'version' | 'baseUrl' | 'routes'> {
  const routes: readonly Route[] = config.routes.map((route) => ({
    ...route,
    ...(route.key === undefined ? {} : { key: substitute(route.key, placeholders) }),
    headers: substituteAll(route.headers, placeholders),
  }));
  return { name: config.name, ...(config.version === undefined ? {} : { version: config.version }), baseUrl, routes };
}

/** The port that the config fixes: the one in its URL, else the one under `ready`. */
function fixedPort(config: RelayConfig): number | undefined {
  if (config.url.includes('{port}')) {
    return config.ready.port;
  }
  const url = config.url.replaceAll('{upstream}', '');
  return URL.canParse(url) ? readinessAddress({ timeoutMs: 0 }, url).port : undefined;
}

function toBaseUrl(config: RelayConfig, placeholders: Placeholders): string {
  const url = substitute(config.url, placeholders).replace(/\/+$/, '');
  if (!URL.canParse(url)) {
    throw new UsageFault('is not a URL', `${config.place} /url`, 'write it as http://host:port/path');
  }
  return url;
}

/** A program that already listens there would answer in the relay's place. */
async function refuseTakenPorts(config: RelayConfig, baseUrl: string, clock: Clock): Promise<void> {
  const addresses = [readinessAddress({ timeoutMs: 0 }, baseUrl), readinessAddress(config.ready, baseUrl)];
  for (const { hostname, port } of addresses) {
    if (/^(127\.|localhost$|::1$)/.test(hostname) && (await acceptsConnections(hostname, port, clock, portCheckMs))) {
      const hint = 'stop the program that listens there, or write {port} to get a free port';
      throw new HarnessFault(`port ${port} is already in use`, config.place, hint);
    }
  }
}

async function launch(
  config: RelayConfig,
  start: StartCommand,
  placeholders: Placeholders,
  options: StartOptions,
): Promise<ProcessGroup> {
  const [program, ...args] = start.command;
  const cwd = relayFolder(config, placeholders);
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new UsageFault(
      `no such folder: ${cwd}`,
      `${config.place} /start/cwd`,
      'the path is relative to the config file',
    );
  }
  for (const name of start.passEnv.filter((name) => options.environment[name] === undefined)) {
    options.onProgress(`${config.name}: passEnv names ${name}, but it is not set`);
  }
  return startProcessGroup({
    command: [substitute(program, placeholders), ...args.map((argument) => substitute(argument, placeholders))],
    cwd,
    env: relayEnvironment(start, options.environment, placeholders),
    clock: options.clock,
    graceMs: options.graceMs ?? defaultGraceMs,
    ...(config.ready.log === undefined ? {} : { watch: config.ready.log }),
  });
}

function notReady(
  config: RelayConfig,
  result: Exclude<ReadyResult, { ready: true }>,
  group: ProcessGroup,
): UsageFault | HarnessFault {
  if (group.unstartable()) {
    const hint = 'name a program that is installed; a relative path starts at cwd';
    return new UsageFault(`relay "${config.name}" ${result.seen}`, `${config.place} /start/command`, hint);
  }
  const lines = group.output.lines().slice(-faultLines);
  const output = lines.length === 0 ? 'it printed nothing' : `its last output: ${lines.join(' | ')}`;
  switch (result.cause) {
    case 'ended':
      return new HarnessFault(
        `relay "${config.name}" ${result.seen} before it was ready`,
        `${config.place} /start`,
        `run the command by hand, in the foreground; ${output}`,
      );
    case 'timeout':
      return new HarnessFault(
        `relay "${config.name}" was not ready within ${config.ready.timeoutMs} ms: ${result.seen}`,
        `${config.place} /ready`,
        `check ready, or raise ready.timeoutMs; ${output}`,
      );
  }
}
