import type { Effect, Variant } from '../../core/mutation.ts';
import { type Mode, type Route, routeName } from '../../core/route.ts';
import type { NeutralRequest, Scenario } from '../../core/scenario.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Topic } from '../judge/result.ts';
import { caseId } from './case-id.ts';

/** A recording × mutation × route × mode; `id` alone replays it. */
export interface PlannedCase {
  readonly id: string;
  /** `openai-chat<anthropic-messages/parallel-tools~cut-eof@7/stream` */
  readonly path: string;
  readonly topic: Topic;
  readonly route: Route;
  readonly mode: Mode;
  readonly recording: Recording;
  readonly mutation?: PlannedMutation;
  /** What the client asks; its model is the route's. */
  readonly request: NeutralRequest;
  /** The scenario that the recording answers: it says what the client asks for beyond neutral words. */
  readonly scenario?: Scenario;
}

export interface PlannedMutation {
  readonly id: string;
  readonly label: string;
  readonly effect: Effect;
  readonly variant: Variant;
}

/** A recording that can be replayed on a route, and what a client asks for it. */
export interface RoutedRecording {
  readonly route: Route;
  readonly recording: Recording;
  readonly scenario?: Scenario;
  readonly request: NeutralRequest;
}

export function routedRecording(route: Route, recording: Recording, scenario: Scenario | undefined): RoutedRecording {
  return {
    route,
    recording,
    ...(scenario === undefined ? {} : { scenario }),
    request: clientRequest(route, recording, scenario),
  };
}

/** In what one case differs from the others of the same recording on the same route. */
export interface CaseVariation {
  readonly mode: Mode;
  readonly topic: Topic;
  readonly mutation?: PlannedMutation;
  /** The client does not ask for usage. */
  readonly withoutUsage?: true;
}

export function planCase(routed: RoutedRecording, { withoutUsage, ...variation }: CaseVariation): PlannedCase {
  const { mode, mutation } = variation;
  const suffix = `${mutation === undefined ? '' : mutationSuffix(mutation)}${withoutUsage ? '+usage-not-asked' : ''}`;
  const path = `${routeName(routed.route)}/${routed.recording.name}${suffix}/${mode}`;
  return {
    id: caseId(path),
    path,
    ...routed,
    ...variation,
    request: { ...routed.request, stream: mode === 'stream', ...(withoutUsage ? { includeUsage: false } : {}) },
  };
}

function mutationSuffix({ id, label }: PlannedMutation): string {
  return label === '' ? `~${id}` : `~${id}@${label}`;
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
