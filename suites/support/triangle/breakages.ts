import { resolve } from 'node:path';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { Capture, WireScript } from '../../../src/core/exchange.ts';
import { effectOf, type Mutation, type Variant, type WireMutation } from '../../../src/core/mutation.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { Proof, Requirement } from '../../../src/core/requirement.ts';
import { mutations } from '../../../src/mutations/registry.generated.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import { loadScenarios } from '../../../src/recording/load-scenarios.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { neverAsked } from '../../../src/recording/scenario-dialects.ts';
import { requirements } from '../../../src/requirements/registry.generated.ts';
import { offlineEvidence } from './offline-triangle.ts';

const recordings: readonly Recording[] = loadRecordings({ path: resolve(packageRoot, 'recordings') }).filter(
  ({ mode, provenance }) => mode === 'stream' && provenance === 'synthesised',
);
const scenarios = new Map(
  loadScenarios(resolve(packageRoot, 'recordings/scenarios')).map((scenario) => [scenario.name, scenario]),
);

/** The recordings that a client of this dialect can be answered with, as the plan has it. */
export function recordingsFor(client: DialectId): readonly Recording[] {
  return recordings.filter(({ scenario }) => neverAsked(scenarios.get(scenario ?? ''), client) === undefined);
}

/** Ids of the must-requirements that a case turns red. */
export function redMusts(evidence: Evidence): readonly string[] {
  return redOf(evidence, 'must');
}

/** Ids of the requirements of one severity that a case turns red. */
export function redOf(evidence: Evidence, severity: Requirement['severity']): readonly string[] {
  return requirements
    .filter((requirement) => requirement.severity === severity && isRed(requirement, evidence))
    .map(({ id }) => id)
    .sort();
}

function isRed(requirement: Requirement, evidence: Evidence): boolean {
  const check =
    requirement.subject === 'stream'
      ? requirement.check(evidence.client, { n: evidence.request.choices, includeUsage: evidence.request.includeUsage })
      : requirement.check(evidence);
  return check.result === 'breach';
}

export interface TriangleCase {
  readonly client: DialectId;
  readonly recording: Recording;
  readonly stimulus?: { readonly mutation: WireMutation; readonly variant: Variant };
  readonly breakage?: { readonly mutation: Mutation; readonly variant?: Variant };
  /** Another relay than the reference relay. */
  readonly relay?: (sent: Capture) => WireScript;
  readonly seed: string;
}

/** Runs one case of the reference relay, or of another, in memory, with what the upstream and the relay do to it. */
export function runTriangle(triangle: TriangleCase): Evidence {
  const { client, recording, stimulus, breakage, seed } = triangle;
  const request = scenarios.get(recording.scenario ?? '')?.request ?? { turns: [], tools: [] };
  const asked = {
    ...request,
    model: 'reference-model',
    stream: true,
    includeUsage: true,
    choices: recording.facts.n ?? 1,
  };
  const shared = {
    client,
    upstream: recording.dialect,
    mode: 'stream',
    request: asked,
    ...(triangle.relay === undefined ? {} : { relay: triangle.relay }),
  } as const;
  const script =
    stimulus === undefined ? recording.script : stimulus.variant.apply(recording.script, createRandom(seed));
  const variant = breakage?.variant;
  const breakClient =
    variant === undefined ? {} : { breakClient: (sent: WireScript) => variant.apply(sent, createRandom(seed)) };
  const breakRequest = breakage?.mutation.target === 'request' ? { breakRequest: breakage.mutation } : {};
  const effect =
    stimulus === undefined ? undefined : effectOf(stimulus.mutation, 'stimulus', recording.dialect, stimulus.variant);
  const mutation =
    stimulus === undefined || effect === undefined ? {} : { mutation: { id: stimulus.mutation.id, effect } };
  const baseline =
    effect === 'preserving'
      ? { baseline: offlineEvidence({ ...shared, script: recording.script }).client.outcome }
      : {};
  return offlineEvidence({ ...shared, script, ...mutation, ...breakClient, ...breakRequest, ...baseline });
}

/** What the relay sends when it is faithful: breakages are variants over this. */
export function faithfulScript(triangle: Omit<TriangleCase, 'breakage'>): WireScript {
  const { capture } = runTriangle(triangle).client;
  const ending = capture.ending === 'aborted' ? 'stall' : capture.ending;
  return { head: capture.head ?? { status: 0, headers: [] }, writes: capture.chunks, ending };
}

export function variantsOf(
  mutation: WireMutation,
  script: WireScript,
  dialect: DialectId,
  extent: 'every' | 'sample' = 'sample',
): readonly Variant[] {
  const variants = mutation.variants(script, dialect, extent);
  return 'notApplicable' in variants ? [] : variants;
}

function mutationById(id: string): Mutation {
  const mutation = mutations.find((candidate) => candidate.id === id);
  if (mutation === undefined) {
    throw new Error(`there is no mutation ${id}`);
  }
  return mutation;
}

export interface ProofRow {
  readonly requirement: string;
  readonly breakage: string;
  readonly stimulus?: string;
  /** Where it shows. */
  readonly case: string;
  /** Other musts that the same breakage turns red there, and others of the severity of the requirement. */
  readonly alsoRed: readonly string[];
}

/** The case in which a proof turns its requirement red and fewest others with it; undefined when nothing turns it red. */
export function findProof(requirement: Requirement, proof: Proof): ProofRow | undefined {
  let best: ProofRow | undefined;
  for (const { triangle, path } of proofCases(proof)) {
    const evidence = runTriangle(triangle);
    if (!isRed(requirement, evidence)) {
      continue;
    }
    const red = [...new Set([...redMusts(evidence), ...redOf(evidence, requirement.severity)])].sort();
    const alsoRed = red.filter((id) => id !== requirement.id);
    if (best === undefined || alsoRed.length < best.alsoRed.length) {
      const stimulus = proof.stimulus === undefined ? {} : { stimulus: proof.stimulus };
      best = { requirement: requirement.id, breakage: proof.breakage, ...stimulus, case: path, alsoRed };
    }
    if (alsoRed.length === 0) {
      break;
    }
  }
  return best;
}

function* proofCases(proof: Proof): Generator<{ readonly triangle: TriangleCase; readonly path: string }> {
  const breakage = mutationById(proof.breakage);
  const stimulus = proof.stimulus === undefined ? undefined : mutationById(proof.stimulus);
  for (const client of dialectIds) {
    for (const recording of recordingsFor(client)) {
      const name = `${client}<${recording.dialect}/${recording.name}`;
      const stimuli =
        stimulus?.target === 'wire' ? variantsOf(stimulus, recording.script, recording.dialect) : [undefined];
      for (const variant of stimuli) {
        const under =
          variant === undefined || stimulus?.target !== 'wire' ? {} : { stimulus: { mutation: stimulus, variant } };
        const told = variant === undefined ? '' : `~${proof.stimulus}@${variant.label}`;
        const base = { client, recording, seed: '1', ...under };
        if (breakage.target === 'request') {
          yield { triangle: { ...base, breakage: { mutation: breakage } }, path: `${name}${told} / ${breakage.id}` };
          continue;
        }
        for (const broken of variantsOf(breakage, faithfulScript(base), client)) {
          const label = broken.label === '' ? '' : `@${broken.label}`;
          yield {
            triangle: { ...base, breakage: { mutation: breakage, variant: broken } },
            path: `${name}${told} / ${breakage.id}${label}`,
          };
        }
      }
    }
  }
}
