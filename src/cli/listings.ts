import { loadRecordingSet } from '../certify/options/recording-set.ts';
import { loadRelay } from '../certify/options/relay-under-test.ts';
import { prepareRun } from '../certify/plan/prepare-run.ts';
import { loadContract } from '../contract/load.ts';
import { routeLosses } from '../contract/route-losses.ts';
import { dialectIds } from '../core/dialect-ids.generated.ts';
import { joinChunks } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import type { EffectByDialect, Mutation } from '../core/mutation.ts';
import { routeName } from '../core/route.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { mutations } from '../mutations/registry.generated.ts';
import { presets } from '../relays/presets.generated.ts';
import { presetProfile } from '../relays/start-preset.ts';
import { requirements } from '../requirements/registry.generated.ts';
import { describeCase } from './plan-text.ts';
import { namedRelay, type PlanFlags, recordingSources, toCertifyOptions } from './run-flags.ts';
import type { Shell } from './shell.ts';

export const listingKinds = [
  'requirements',
  'mutations',
  'recordings',
  'relays',
  'dialects',
  'routes',
  'traits',
  'cases',
] as const;

export type ListingKind = (typeof listingKinds)[number];

/** One thing in a list: what is shown of it, and all that is known of it. */
export interface Listed {
  readonly cells: readonly string[];
  readonly data: JsonObject;
}

type Lister = (flags: PlanFlags, shell: Shell) => Promise<readonly Listed[]>;

/** Everything that there is of each kind. */
export const listings: Readonly<Record<ListingKind, Lister>> = {
  requirements: async () =>
    requirements.map(({ id, severity, level, title, source, subject }) => ({
      cells: [id, severity, level, title],
      data: { requirement: id, severity, level, subject, title, source: { ...source } },
    })),

  mutations: async () => mutations.map(listMutation),

  recordings: async (flags) =>
    loadRecordingSet(recordingSources(flags.recordings, flags.dialect)).recordings.map(
      ({ dialect, name, mode, provenance, scenario, script }) => {
        const bytes = joinChunks(script.writes).length;
        const { ending } = script;
        return {
          cells: [dialect, name, mode, provenance, `${bytes} bytes`, ending],
          data: {
            recording: name,
            dialect,
            mode,
            provenance,
            ...(scenario === undefined ? {} : { scenario }),
            bytes,
            ending,
          },
        };
      },
    ),

  relays: async () =>
    Object.values(presets).map((preset) => {
      const { routes } = presetProfile(preset);
      const shown = routes.map((route) => `${routeName(route)}${route.onDemand === true ? ' (on demand)' : ''}`);
      return {
        cells: [preset.id, preset.title, shown.join(' ')],
        data: { relay: preset.id, title: preset.title, routes: routes.map(routeName) },
      };
    }),

  dialects: async () =>
    Object.values(dialects).map(({ id, title }) => {
      const { version } = loadContract(id).contract;
      return { cells: [id, title, `contract ${version}`], data: { dialect: id, title, contract: version } };
    }),

  traits: async () =>
    dialectIds.flatMap((dialect) =>
      Object.entries(loadContract(dialect).contract.traits).map(([trait, { title }]) => ({
        cells: [dialect, trait, title],
        data: { dialect, trait, title },
      })),
    ),

  routes: async (flags, shell) => {
    const { profile } = await loadRelay(namedRelay(flags), shell.folder);
    const onDemand = new Set(profile.routes.filter((route) => route.onDemand === true).map(routeName));
    return dialectIds
      .flatMap((client) => dialectIds.map((upstream) => ({ client, upstream })))
      .map((route) => {
        const name = routeName(route);
        const losses = routeLosses(route);
        const lost = losses.length === 0 ? 'loses nothing' : `may lose: ${losses.map(({ what }) => what).join(', ')}`;
        return {
          cells: [name, lost, onDemand.has(name) ? `on demand of ${profile.name}` : ''],
          data: {
            route: name,
            ...route,
            losses: losses.map(({ what, why }) => ({ what, why })),
            ...(onDemand.has(name) ? { onDemand: true } : {}),
          },
        };
      });
  },

  cases: async (flags, shell) => {
    const options = await toCertifyOptions(flags, shell);
    return prepareRun(options).selected.map((planned) => ({
      cells: [planned.id, planned.path],
      data: describeCase(planned),
    }));
  },
};

function listMutation(mutation: Mutation): Listed {
  const { id, title, target, source } = mutation;
  if (mutation.target === 'request') {
    return { cells: [id, 'breakage', title], data: { mutation: id, target, title, source: { ...source } } };
  }
  const { stimulus, breakage } = mutation;
  const uses = [...(stimulus === undefined ? [] : ['stimulus']), ...(breakage === undefined ? [] : ['breakage'])];
  return {
    cells: [id, uses.join('+'), title],
    data: {
      mutation: id,
      target,
      ...(stimulus === undefined ? {} : { stimulus: listEffect(stimulus) }),
      ...(breakage === undefined ? {} : { breakage: listEffect(breakage) }),
      title,
      source: { ...source },
    },
  };
}

/** One word where the effect is the same everywhere by nature, else one for each dialect. */
function listEffect(effect: EffectByDialect): string | JsonObject {
  return typeof effect === 'string' ? effect : Object.fromEntries(dialectIds.map((id) => [id, effect(id)]));
}
