import { UsageFault } from '../../core/fault.ts';
import { includesLevel, type Level } from '../../core/level.ts';
import { type Effect, type Extent, effectOf, type WireMutation } from '../../core/mutation.ts';
import { type Route, type RouteName, routeName } from '../../core/route.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { mutations } from '../../mutations/registry.generated.ts';
import type { Recording } from '../../recording/recording.ts';
import { neverAsked } from '../../recording/scenario-dialects.ts';
import type { Topic } from '../judge/result.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import { type PlannedCase, planCase, type RoutedRecording, routedRecording } from './planned-case.ts';

export type PlanOptions = Pick<CertifyOptions, 'recordings' | 'scenarios' | 'level' | 'exhaustive'>;

export interface Plan {
  readonly cases: readonly PlannedCase[];
  /** Mutations that have no meaning for a recording, with the reason; they are not cases. */
  readonly notApplicable: readonly { readonly recording: string; readonly mutation: string; readonly reason: string }[];
  /** Recordings that no client of a route can have asked for, with the reason; they are not cases either. */
  readonly notAsked: readonly { readonly recording: string; readonly route: RouteName; readonly reason: string }[];
}

/**
 * All cases, in a stable order.
 *
 * @throws UsageFault when a route has no recording of its upstream dialect, or two cases have one id
 */
export function makePlan(routes: readonly Route[], options: PlanOptions): Plan {
  const plan = joinPlans(routes.map((route) => planRoute(route, options)));
  refuseTwins(plan.cases);
  return plan;
}

function planRoute(route: Route, options: PlanOptions): Plan {
  const scenarios = new Map(options.scenarios.map((scenario) => [scenario.name, scenario]));
  const asked: RoutedRecording[] = [];
  const notAsked: Plan['notAsked'][number][] = [];
  for (const recording of replayable(options.recordings, route)) {
    const scenario = scenarios.get(recording.scenario ?? '');
    const reason = neverAsked(scenario, route.client);
    if (reason === undefined) {
      asked.push(routedRecording(route, recording, scenario));
    } else {
      notAsked.push({ recording: fullName(recording), route: routeName(route), reason });
    }
  }
  const stimuli = stimuliOf(options.level);
  const { cases, notApplicable } = joinPlans(asked.map((routed) => planRecording(routed, stimuli, options.exhaustive)));
  return { cases: [...cases, ...withoutUsage(route, asked)], notApplicable, notAsked };
}

/** The recording as it is, then with every stimulus that has a meaning for it. */
function planRecording(routed: RoutedRecording, stimuli: readonly WireMutation[], exhaustive: boolean): Plan {
  const cases = unchangedCases(routed);
  const notApplicable: Plan['notApplicable'][number][] = [];
  const { recording } = routed;
  for (const mutation of recording.mode === 'stream' ? stimuli : []) {
    const changed = changedCases(routed, mutation, extentFor(recording, exhaustive));
    if ('notApplicable' in changed) {
      const reason = changed.notApplicable;
      notApplicable.push({ recording: fullName(recording), mutation: mutation.id, reason });
    } else {
      cases.push(...changed);
    }
  }
  return { cases, notApplicable, notAsked: [] };
}

function unchangedCases(routed: RoutedRecording): PlannedCase[] {
  const { mode, script } = routed.recording;
  // Its fold can be served to a client that wants one body.
  const isAnswer = script.ending === 'clean' && script.head.status === 200;
  return [
    ...(mode === 'stream' ? [planCase(routed, { mode: 'stream', topic: 'answers' })] : []),
    ...(isAnswer ? [planCase(routed, { mode: 'body', topic: 'bodies' })] : []),
  ];
}

function changedCases(
  routed: RoutedRecording,
  mutation: WireMutation,
  extent: Extent,
): readonly PlannedCase[] | { readonly notApplicable: string } {
  const { recording, route } = routed;
  const variants = mutation.variants(recording.script, route.upstream, extent);
  if ('notApplicable' in variants) {
    return variants;
  }
  return variants.flatMap((variant) => {
    const effect = effectOf(mutation, 'stimulus', route.upstream, variant);
    if (effect === undefined) {
      return [];
    }
    const planned = { id: mutation.id, label: variant.label, effect, variant };
    return [planCase(routed, { mode: 'stream', topic: topicOf(effect), mutation: planned })];
  });
}

/** A client that does not ask for usage, once per route where a dialect lets it choose. */
function withoutUsage(route: Route, asked: readonly RoutedRecording[]): readonly PlannedCase[] {
  const routed = asked.find(({ recording }) => recording.name === 'short-text' && recording.mode === 'stream');
  return routed === undefined || !dialects[route.client].usageOnRequest
    ? []
    : [planCase(routed, { mode: 'stream', topic: 'answers', withoutUsage: true })];
}

function replayable(recordings: readonly Recording[], route: Route): readonly Recording[] {
  const found = recordings.filter(
    ({ dialect, provenance, aborted }) =>
      dialect === route.upstream && provenance !== 'captured-relay' && aborted !== true,
  );
  if (found.length === 0) {
    throw new UsageFault(
      `no recording of ${route.upstream}`,
      `route ${routeName(route)}`,
      'give one with --recordings',
    );
  }
  return found;
}

/** What an upstream is made to do at this level. */
function stimuliOf(level: Level): readonly WireMutation[] {
  return mutations.filter(
    (mutation): mutation is WireMutation =>
      mutation.target === 'wire' && mutation.stimulus !== undefined && includesLevel(level, mutation.level ?? 'core'),
  );
}

/** Mutations that vary over every event do so on these two; elsewhere at the first, the middle and the last event. */
export const variedEverywhere: ReadonlySet<string> = new Set(['short-text', 'one-tool']);

function extentFor(recording: Recording, exhaustive: boolean): Extent {
  return exhaustive || variedEverywhere.has(recording.name) ? 'every' : 'sample';
}

function topicOf(effect: Effect): Topic {
  switch (effect) {
    case 'preserving':
      return 'preserving';
    case 'repairable':
      return 'repairable';
    case 'fault':
      return 'faults';
  }
}

function fullName({ dialect, name }: Recording): string {
  return `${dialect}/${name}`;
}

function joinPlans(parts: readonly Plan[]): Plan {
  return {
    cases: parts.flatMap(({ cases }) => cases),
    notApplicable: parts.flatMap(({ notApplicable }) => notApplicable),
    notAsked: parts.flatMap(({ notAsked }) => notAsked),
  };
}

/** Two cases with one id would be one case that passes when the other does. */
function refuseTwins(cases: readonly PlannedCase[]): void {
  const seen = new Map<string, string>();
  for (const { id, path } of cases) {
    const twin = seen.get(id);
    if (twin !== undefined) {
      throw new UsageFault(
        `two cases have the id ${id}`,
        path,
        twin === path ? 'rename one of the recordings' : `the other is ${twin}`,
      );
    }
    seen.set(id, path);
  }
}
