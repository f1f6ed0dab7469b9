import { UsageFault } from '../core/fault.ts';
import { suggestion } from '../core/nearest.ts';
import { casePlaceholder } from './case-value.ts';
import type { ControlRequest, RelayConfig, Reset } from './relay-config.ts';
import type { ControlRequestDefinition, RelayDefinition } from './relay-definition.ts';

/** What keeps one case from spoiling another, as far as it is configured. */
export type Upkeep = Pick<RelayConfig, 'setup' | 'reset' | 'resets' | 'restart' | 'concurrency' | 'restMs'>;

/**
 * The part of a definition that says how the relay is kept fit between cases.
 *
 * @throws UsageFault for a restart of a relay that is not ours, and for placeholders without a value
 */
export function toUpkeep(definition: RelayDefinition, place: string): Upkeep {
  const { setup = [], reset, restart, concurrency, rest, start } = definition;
  if (start === undefined && restart !== undefined && restart !== 'never') {
    throw new UsageFault(
      'a relay that is already running cannot be started again',
      `${place} /restart`,
      'say how to start it under "start", or clear its state with "reset"',
    );
  }
  checkLearned(definition, place);
  checkCase(definition, place);
  return {
    setup: setup.map((request, index) => toControlRequest(request, `${place} /setup/${index}`)),
    ...(reset === undefined ? {} : { reset: toReset(reset, place), resets: true }),
    ...(restart === undefined ? {} : { restart }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(rest === undefined ? {} : { restMs: Math.ceil(rest * 1_000) }),
  };
}

function toControlRequest(definition: ControlRequestDefinition, place: string): ControlRequest {
  const { method = 'POST', path, headers = {}, body, status, learn = {} } = definition;
  return {
    method,
    path,
    headers: typeof body === 'object' ? { 'content-type': 'application/json', ...lowerNames(headers) } : headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(status === undefined ? {} : { status }),
    learn,
    place,
  };
}

function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function toReset({ requests, command = [] }: NonNullable<RelayDefinition['reset']>, place: string): Reset {
  if (requests !== undefined) {
    return {
      requests: requests.map((request, index) => toControlRequest(request, `${place} /reset/requests/${index}`)),
    };
  }
  const [program = '', ...args] = command.map(String);
  if (program === '') {
    throw new UsageFault('the program is empty', `${place} /reset/command/0`, 'name a program');
  }
  return { command: [program, ...args] };
}

/** A value is known only after the request that learns it. */
function checkLearned({ setup = [], reset, routes }: RelayDefinition, place: string): void {
  const known: string[] = [];
  const check = (value: unknown, where: string): void => {
    for (const [whole, name = ''] of JSON.stringify(value ?? '').matchAll(/\{setup\.([A-Za-z][A-Za-z0-9_-]*)\}/g)) {
      if (!known.includes(name)) {
        const hint = suggestion(name, known, 'name it under "learn" of an earlier request of "setup"');
        throw new UsageFault(`${whole} is never learned`, `${place} ${where}`, hint);
      }
    }
  };
  for (const [index, { learn = {}, ...request }] of setup.entries()) {
    check(request, `/setup/${index}`);
    known.push(...Object.keys(learn));
  }
  check(reset, '/reset');
  for (const [index, route] of routes.entries()) {
    check([route.key, route.headers], `/routes/${index}`);
  }
}

/** Where `{case}` cannot be replaced, it would reach the relay as it is. */
function checkCase({ url = '', setup = [], reset, routes }: RelayDefinition, place: string): void {
  const texts: readonly (readonly [string, unknown])[] = [
    ['/url', url],
    ['/setup', setup],
    ['/reset', reset ?? ''],
    ...routes.map(({ path = '', basePath = '' }, index) => [`/routes/${index}/path`, [path, basePath]] as const),
  ];
  const [found] = texts.filter(([, value]) => JSON.stringify(value).includes(casePlaceholder));
  if (found !== undefined) {
    throw new UsageFault(
      `${casePlaceholder} has no value here`,
      `${place} ${found[0]}`,
      'use it in the model, the key or the headers of a route',
    );
  }
}
