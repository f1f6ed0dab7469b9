import { dirname, resolve } from 'node:path';
import { type DialectId, dialectIds } from '../core/dialect-ids.generated.ts';
import { type Deadlines, defaultDeadlines } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import { sha256 } from '../core/hash.ts';
import { canonicalJson } from '../core/json.ts';
import { suggestion } from '../core/nearest.ts';
import { defaultPolicies } from '../core/policies.ts';
import { type Route, routeName } from '../core/route.ts';
import { toUpkeep } from './load-upkeep.ts';
import { readDefinition } from './read-definition.ts';
import { defaultReadyTimeoutMs, defaultRelayUrl, type RelayConfig, type StartCommand } from './relay-config.ts';
import type { RelayDefinition, RouteDefinition, StartDefinition } from './relay-definition.ts';
import { validateDefinition } from './validate-definition.ts';
import { workPath } from './work-path.ts';

/**
 * Reads the config of a relay from a YAML, JSON, TypeScript or JavaScript file.
 *
 * @throws UsageFault for whatever is wrong with it. The place is `file:line:column` for a syntax error and
 * `file /routes/0/client` for everything else
 */
export async function loadRelayConfig(path: string): Promise<RelayConfig> {
  return toRelayConfig(await readDefinition(path), path, dirname(resolve(path)));
}

/**
 * Checks a definition and fills in the defaults.
 *
 * @param place where the definition comes from, for messages
 * @param folder absolute folder from which its relative paths start
 * @throws UsageFault for the first thing that is wrong
 */
export function toRelayConfig(value: unknown, place: string, folder: string): RelayConfig {
  const definition = validateDefinition(value, place);
  checkPlaceholders(definition, place);
  checkReady(definition, place);
  const { version, start, url, ready } = definition;
  return {
    name: definition.name,
    ...(version === undefined ? {} : { version }),
    routes: toRoutes(definition.routes, place),
    policies: { ...defaultPolicies, ...definition.policies },
    deadlines: toDeadlines(definition.deadlines ?? {}),
    grade: definition.grade ?? 'protective',
    level: definition.level ?? 'core',
    hash: sha256(canonicalJson(JSON.stringify(definition)) ?? ''),
    place,
    folder,
    ...(start === undefined ? {} : { start: toStartCommand(start, place) }),
    url: url ?? defaultRelayUrl,
    ready: { ...ready, timeoutMs: ready?.timeoutMs ?? defaultReadyTimeoutMs },
    ...toUpkeep(definition, place),
  };
}

function toRoutes(definitions: readonly RouteDefinition[], place: string): readonly Route[] {
  const seen = new Set<string>();
  return definitions.map((definition, index) => {
    const client = toDialect(definition.client, `${place} /routes/${index}/client`);
    const upstream = toDialect(definition.upstream, `${place} /routes/${index}/upstream`);
    const name = routeName({ client, upstream });
    if (seen.has(name)) {
      throw new UsageFault(`route ${name} is listed twice`, `${place} /routes/${index}`, 'remove one of the two');
    }
    seen.add(name);
    return { ...definition, client, upstream, headers: definition.headers ?? {} };
  });
}

function toDialect(word: string, place: string): DialectId {
  const id = dialectIds.find((known) => known === word);
  if (id === undefined) {
    const hint = suggestion(word, dialectIds, `known dialects: ${dialectIds.join(', ')}`);
    throw new UsageFault(`unknown dialect "${word}"`, place, hint);
  }
  return id;
}

function toDeadlines(seconds: NonNullable<RelayDefinition['deadlines']>): Deadlines {
  const given = Object.entries(seconds).map(([name, value]) => [name, Math.ceil(value * 1_000)] as const);
  return { ...defaultDeadlines, ...Object.fromEntries(given) };
}

function toStartCommand(definition: StartDefinition, place: string): StartCommand {
  const [program = '', ...args] = definition.command.map(String);
  if (program === '') {
    throw new UsageFault('the program is empty', `${place} /start/command/0`, 'name a program');
  }
  for (const path of Object.keys(definition.files ?? {})) {
    workPath('/', path, place);
  }
  const env = Object.entries(definition.env ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    command: [program, ...args],
    ...(definition.cwd === undefined ? {} : { cwd: definition.cwd }),
    env: Object.fromEntries(env),
    passEnv: definition.passEnv ?? [],
    files: definition.files ?? {},
  };
}

/**
 * A relay that already runs has neither a port of our choice nor a work folder. A relay that we start must be told its
 * port.
 */
function checkPlaceholders({ start, url, ready, routes }: RelayDefinition, place: string): void {
  if (start !== undefined) {
    const told = JSON.stringify([start.command, start.env, start.files]).includes('{port}');
    const fixed = ready?.port !== undefined || (url !== undefined && !url.includes('{port}'));
    if (!told && !fixed) {
      const hint = 'put {port} into command, env or files, or give the port that it always uses as ready.port';
      throw new UsageFault('the relay is never told its port', `${place} /start`, hint);
    }
    return;
  }
  const texts: readonly (readonly [string, string])[] = [
    ['/url', url ?? ''],
    ...routes.flatMap(({ headers, key = '' }, index) => [
      [`/routes/${index}/key`, key] as const,
      ...Object.entries(headers ?? {}).map(([name, text]) => [`/routes/${index}/headers/${name}`, text] as const),
    ]),
  ];
  for (const [pointer, text] of texts) {
    const found = /\{(?:port|work)\}/.exec(text)?.[0];
    if (found !== undefined) {
      throw new UsageFault(
        `${found} has no value for a relay that is already running`,
        `${place} ${pointer}`,
        'write the value itself',
      );
    }
  }
}

function checkReady({ start, ready }: RelayDefinition, place: string): void {
  if (start === undefined && ready?.log !== undefined) {
    const hint = 'use ready.path instead, or remove ready.log to wait for the port';
    throw new UsageFault('the output of a relay that is already running cannot be read', `${place} /ready/log`, hint);
  }
}
