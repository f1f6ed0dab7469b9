import { expect, test } from 'vitest';
import { loadRunInCode } from '../../../src/certify/options/load-run.ts';
import type { RelayDefinition } from '../../../src/relays/relay-definition.ts';

const start = { command: ['node', '{port}'] };

test.each<[Partial<RelayDefinition>, number | undefined, number]>([
  [{}, undefined, 16],
  [{ concurrency: 3 }, undefined, 3],
  [{ concurrency: 3 }, 8, 8],
  [{ reset: { requests: [{ path: '/' }] } }, 8, 1],
  [{ restart: 'after-fault' }, undefined, 1],
  [{ restart: 'never' }, undefined, 16],
])('a config with %j and --concurrency %s runs %s cases at once', async (more, concurrency, expected) => {
  const routes = [{ client: 'openai-chat', upstream: 'openai-chat', model: 'm' }];
  const choices = concurrency === undefined ? {} : { concurrency };
  const options = await loadRunInCode({ name: 'own', start, routes, ...more }, choices, {});
  expect(options.concurrency).toBe(expected);
});
