import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadRecordingSet } from '../../src/certify/options/recording-set.ts';
import { makePlan } from '../../src/certify/plan/plan.ts';
import type { PlannedCase } from '../../src/certify/plan/planned-case.ts';
import { thinCases } from '../../src/certify/plan/thin-cases.ts';
import { withinBudget } from '../../src/certify/plan/within-budget.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { parseJson } from '../../src/core/json.ts';
import { effectOf, type Mutation } from '../../src/core/mutation.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import { faithfulScript, redMusts, runTriangle, type TriangleCase, variantsOf } from '../support/triangle/breakages.ts';

const table = join(import.meta.dirname, 'kills.json');

/** The routes of the default plan: an Ollama client has other upstreams only on demand. */
const routes = dialectIds.flatMap((client) =>
  dialectIds
    .filter((upstream) => client !== 'ollama-chat' || upstream === client)
    .map((upstream) => ({ client, upstream, model: 'm', headers: {} })),
);
const whole = makePlan(routes, { ...loadRecordingSet([]), level: 'core', exhaustive: false }).cases;
const plan = thinCases(whole, '1');
const smoke = withinBudget(plan, { kind: 'smoke' }, '1');

/** Ways for a relay of one client dialect to lie: `finish-wrong towards openai-chat`. */
const lies = dialectIds.flatMap((client) =>
  mutations
    .filter((mutation) => mutation.target === 'request' || effectOf(mutation, 'breakage', client) === 'fault')
    .map((mutation) => ({ client, mutation, name: `${mutation.id} towards ${client}` })),
);

/** The stimuli under which a breakage is proven; without one, only unchanged answers have to show it. */
function stimuliFor(breakage: string): ReadonlySet<string> {
  return new Set(
    requirements.flatMap(({ provenBy }) =>
      provenBy.flatMap((proof) => (proof.breakage === breakage ? (proof.stimulus ?? []) : [])),
    ),
  );
}

function triangleOf({ route, recording, mutation: planned }: PlannedCase): TriangleCase {
  const mutation = mutations.find(({ id }) => id === planned?.id);
  const base = { client: route.client, recording, seed: '1' };
  return planned === undefined || mutation?.target !== 'wire'
    ? base
    : { ...base, stimulus: { mutation, variant: planned.variant } };
}

function shows(planned: PlannedCase, mutation: Mutation, client: DialectId): boolean {
  const base = triangleOf(planned);
  const broken: readonly TriangleCase[] =
    mutation.target === 'request'
      ? [{ ...base, breakage: { mutation } }]
      : variantsOf(mutation, faithfulScript(base), client).map((variant) => ({
          ...base,
          breakage: { mutation, variant },
        }));
  return broken.some((triangle) => redMusts(runTriangle(triangle)).length > 0);
}

function killedBy(cases: readonly PlannedCase[], wanted: typeof lies): typeof lies {
  const streams = cases.filter(({ mode }) => mode === 'stream');
  return wanted.filter(({ client, mutation }) => {
    const stimuli = stimuliFor(mutation.id);
    return streams.some(
      (planned) =>
        planned.route.client === client &&
        (planned.mutation === undefined || stimuli.has(planned.mutation.id)) &&
        shows(planned, mutation, client),
    );
  });
}

const byWhole = killedBy(whole, lies);
const byPlan = killedBy(plan, byWhole);
const bySmoke = killedBy(smoke, byWhole);
const names = (some: typeof lies): readonly string[] => some.map(({ name }) => name);
const row = {
  lies: byWhole.length,
  exhaustive: { cases: whole.length },
  plan: { cases: plan.length, killed: byPlan.length },
  smoke: {
    cases: smoke.length,
    killed: bySmoke.length,
    missed: names(byWhole).filter((name) => !names(bySmoke).includes(name)),
  },
};
if (process.env['RELAYCERT_WRITE_MATRIX'] === '1') {
  writeFileSync(table, `${JSON.stringify(row, null, 2)}\n`);
}

/** What a part of all cases still shows of the ways to lie that all cases show. */
describe('a thinner plan', () => {
  test('shows every lie that all combinations show', () => {
    expect(names(byPlan)).toEqual(names(byWhole));
  });

  test('of smoke size has at most 60 cases a route, and shows nine tenths of the lies', () => {
    const perRoute = Map.groupBy(smoke, ({ route }) => `${route.client}<${route.upstream}`);
    expect(Math.max(...[...perRoute.values()].map((cases) => cases.length))).toBeLessThanOrEqual(60);
    expect(bySmoke.length).toBeGreaterThanOrEqual(byWhole.length * 0.9);
  });

  test('is what the committed table says (npm run matrix writes it)', () => {
    expect(parseJson(readFileSync(table, 'utf8'))).toEqual({ ok: true, value: row });
  });
});
