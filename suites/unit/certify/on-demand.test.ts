import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadRunInCode } from '../../../src/certify/options/load-run.ts';
import type { RunChoices } from '../../../src/certify/options/run-options.ts';
import { prepareRun } from '../../../src/certify/plan/prepare-run.ts';
import { describeRun } from '../../../src/certify/run/describe-run.ts';
import type { RelayDefinition } from '../../../src/relays/relay-definition.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const relay: RelayDefinition = {
  name: 'own',
  url: 'http://127.0.0.1:1',
  routes: [
    { client: 'openai-chat', upstream: 'openai-chat', model: 'm' },
    { client: 'gemini-generate', upstream: 'openai-chat', model: 'm', onDemand: true },
  ],
};

async function routesOfRun(choices: RunChoices): Promise<readonly string[]> {
  const options = await loadRunInCode(relay, choices, {});
  return describeRun(options, prepareRun(options), { name: relay.name }).routes;
}

describe('a route on demand', () => {
  test('is left out of a run that names no route, which says so', async () => {
    const options = await loadRunInCode(relay, {}, {});
    const prepared = prepareRun(options);
    expect(new Set(prepared.plan.cases.map(({ route }) => route.client))).toEqual(new Set(['openai-chat']));
    expect(prepared.selected).toEqual(prepared.plan.cases);
    expect(prepared.onDemand).toEqual(['gemini-generate<openai-chat']);
  });

  test.each([
    [[], ['openai-chat<openai-chat']],
    [['gemini-generate<openai-chat'], ['gemini-generate<openai-chat']],
    [['gemini-generate<'], ['gemini-generate<openai-chat']],
    [['<openai-chat'], ['openai-chat<openai-chat', 'gemini-generate<openai-chat']],
    [['openai-chat<'], ['openai-chat<openai-chat']],
  ])('routes %j give a run and a certificate over %j', async (routes, covered) => {
    expect(await routesOfRun({ routes })).toEqual(covered);
  });

  test('makes a run that names it alone a part of the plan', async () => {
    const options = await loadRunInCode(relay, { routes: ['gemini-generate<'] }, {});
    const { plan, selected, onDemand } = prepareRun(options);
    expect(selected.length).toBeLessThan(plan.cases.length);
    expect(onDemand).toEqual([]);
  });

  test('is a hint where nothing else is left', async () => {
    const routes = relay.routes.map((route) => ({ ...route, onDemand: true }));
    const options = await loadRunInCode({ ...relay, routes }, {}, {});
    const fault = await faultOf(() => prepareRun(options));
    expect(fault.hint).toContain('routes: openai-chat<openai-chat, gemini-generate<openai-chat');
  });

  test('is named by a dry run and by the list of routes', async () => {
    const config = join(temporaryFolder(), 'relay.json');
    writeFileSync(config, JSON.stringify(relay));
    const dryRun = await runHere(['certify', '--config', config, '--dry-run']);
    expect(dryRun.out).toContain('\non demand: gemini-generate<openai-chat; --route runs them\n');
    expect(dryRun.out).not.toContain('gemini-generate ←');
    const named = await runHere(['certify', '--config', config, '--dry-run', '--route', 'gemini-generate<']);
    expect(named.out).not.toContain('on demand');
    expect(named.out).toContain('gemini-generate ← openai-chat');
    const list = await runHere(['list', 'routes', '--config', config]);
    const marked = list.out.split('\n').filter((line) => line.includes('on demand of own'));
    expect(marked).toEqual([expect.stringContaining('gemini-generate<openai-chat ')]);
  });
});
