import { UsageFault } from '../core/fault.ts';
import { includesLevel, type Level } from '../core/level.ts';
import { type Effect, type Extent, effectOf, type Variant } from '../core/mutation.ts';
import type { Mode, Route, RouteName } from '../core/route.ts';
import { routeName } from '../core/route.ts';
import type { NeutralRequest, Scenario } from '../core/scenario.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { mutations } from '../mutations/registry.generated.ts';
import type { Recording } from '../recording/recording.ts';
import { neverAsked } from '../recording/scenario-dialects.ts';
import { caseId } from './case-id.ts';
import type { Topic } from './result.ts';

/** A recording × mutation × route × mode; `id` alone replays it. */
export interface PlannedCase {
  readonly id: string;
  /** `openai-chat<anthropic-messages/parallel-tools~cut-eof@7/stream` */
  readonly path: string;
  readonly topic: Topic;
  readonly route: Route;
  readonly mode: Mode;
  readonly recording: Recording;
  readonly mutation?: {
    readonly id: string;
    readonly label: string;
    readonly effect: Effect;
    readonly variant: Variant;
  };
  /** What the client asks; its model is the route's. */
  readonly request: NeutralRequest;
  /** The scenario that the recording answers: it says what the client asks for beyond neutral words. */
  readonly scenario?: Scenario;
}

export interface PlanOptions {
  readonly routes: readonly Route[];
  readonly recordings: readonly Recording[];
  readonly scenarios: readonly Scenario[];
  readonly level: Level;
  /** All positions of every mutation on every recording. */
  readonly exhaustive: boolean;
}

export interface Plan {
  readonly cases: readonly PlannedCase[];
  /** Mutations that have no meaning for a recording, with the reason; they are not cases. */
  readonly notApplicable: readonly { readonly recording: string; readonly mutation: string; readonly reason: string }[];
  /** Recordings that no client of a route can have asked for, with the reason; they are not cases either. */
  readonly notAsked: readonly { readonly recording: string; readonly route: RouteName; readonly reason: string }[];
}

/** Mutations that vary over every event do so on these two; elsewhere at the first, the middle and the last event. */
const variedEverywhere = new Set(['short-text', 'one-tool']);

/**
 * All cases, in a stable order.
 *
 * @throws UsageFault when a route has no recording of its upstream dialect, or two cases have one id
 */
export function makePlan(options: PlanOptions): Plan {
  const cases: PlannedCase[] = [];
  const notApplicable: Plan['notApplicable'][number][] = [];
  const notAsked: Plan['notAsked'][number][] = [];
  const scenarios = new Map(options.scenarios.map((scenario) => [scenario.name, scenario]));
  for (const route of options.routes) {
    const recordings = options.recordings.filter((recording) => isReplayable(recording, route));
    if (recordings.length === 0) {
      throw new UsageFault(
        `no recording of ${route.upstream}`,
        `route ${routeName(route)}`,
        'give one with --recordings',
      );
    }
    for (const recording of recordings) {
      const scenario = scenarios.get(recording.scenario ?? '');
      const reason = neverAsked(scenario, route.client);
      if (reason !== undefined) {
        notAsked.push({ recording: `${recording.dialect}/${recording.name}`, route: routeName(route), reason });
        continue;
      }
      const request = clientRequest(route, recording, scenario);
      const add = (mode: Mode, topic: Topic, suffix: string, more: Partial<PlannedCase> = {}): void => {
        const path = `${routeName(route)}/${recording.name}${suffix}/${mode}`;
        cases.push({
          id: caseId(path),
          path,
          topic,
          route,
          mode,
          recording,
          request: { ...request, stream: mode === 'stream' },
          ...(scenario === undefined ? {} : { scenario }),
          ...more,
        });
      };
      if (recording.mode === 'stream') {
        add('stream', 'answers', '');
      }
      if (isAnswer(recording)) {
        add('body', 'bodies', '');
      }
      for (const mutation of mutations) {
        const wanted =
          mutation.target === 'wire' &&
          mutation.stimulus !== undefined &&
          includesLevel(options.level, mutation.level ?? 'core');
        if (!wanted || recording.mode !== 'stream') {
          continue;
        }
        const variants = mutation.variants(recording.script, route.upstream, extentFor(recording, options.exhaustive));
        if ('notApplicable' in variants) {
          notApplicable.push({
            recording: `${recording.dialect}/${recording.name}`,
            mutation: mutation.id,
            reason: variants.notApplicable,
          });
          continue;
        }
        for (const variant of variants) {
          const effect = effectOf(mutation, 'stimulus', route.upstream, variant);
          if (effect !== undefined) {
            add('stream', topicOf(effect), `~${mutation.id}${variant.label === '' ? '' : `@${variant.label}`}`, {
              mutation: { id: mutation.id, label: variant.label, effect, variant },
            });
          }
        }
      }
    }
    addWithoutUsage(cases, route, recordings, scenarios);
  }
  refuseTwins(cases);
  return { cases, notApplicable, notAsked };
}

/** A client that does not ask for usage, once per route where a dialect lets it choose. */
function addWithoutUsage(
  cases: PlannedCase[],
  route: Route,
  recordings: readonly Recording[],
  scenarios: ReadonlyMap<string, Scenario>,
): void {
  const recording = recordings.find(({ name, mode }) => name === 'short-text' && mode === 'stream');
  if (recording === undefined || !dialects[route.client].usageOnRequest) {
    return;
  }
  const path = `${routeName(route)}/${recording.name}+usage-not-asked/stream`;
  const scenario = scenarios.get(recording.scenario ?? '');
  const request = clientRequest(route, recording, scenario);
  cases.push({
    id: caseId(path),
    path,
    topic: 'answers',
    route,
    mode: 'stream',
    recording,
    request: { ...request, includeUsage: false },
  });
}

function isReplayable(recording: Recording, route: Route): boolean {
  return (
    recording.dialect === route.upstream && recording.provenance !== 'captured-relay' && recording.aborted !== true
  );
}

/** Its fold can be served to a client that wants one body. */
function isAnswer(recording: Recording): boolean {
  return recording.script.ending === 'clean' && recording.script.head.status === 200;
}

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

function clientRequest(route: Route, recording: Recording, scenario: Scenario | undefined): NeutralRequest {
  const base = scenario?.request ?? {
    turns: [{ role: 'user', text: 'Please answer.' }] as const,
    tools: openTools(recording),
  };
  return { ...base, model: route.model, stream: true, includeUsage: true, choices: recording.facts.n ?? 1 };
}

/** A recording without a scenario: the tools that it calls are declared with an open schema. */
function openTools(recording: Recording): NeutralRequest['tools'] {
  return (recording.facts.tools ?? []).map((name) => ({ name, parameters: { type: 'object' } }));
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

export interface Selection {
  /** Routes by name (`openai-chat<anthropic-messages`), or by one side (`openai-chat<` or `<anthropic-messages`). */
  readonly routes: readonly string[];
  /** Case ids or beginnings of them, or text that a case path contains. */
  readonly cases: readonly string[];
}

/** The cases that a user picked; all of them when nothing was picked. */
export function selectCases(cases: readonly PlannedCase[], selection: Selection): readonly PlannedCase[] {
  return cases.filter(
    (planned) =>
      (selection.routes.length === 0 ||
        selection.routes.some((wanted) => matchesRoute(routeName(planned.route), wanted))) &&
      (selection.cases.length === 0 ||
        selection.cases.some((wanted) => planned.id.startsWith(wanted) || planned.path.includes(wanted))),
  );
}

function matchesRoute(name: RouteName, wanted: string): boolean {
  return wanted.startsWith('<') ? name.endsWith(wanted) : name.startsWith(wanted);
}
