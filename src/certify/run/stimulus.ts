import type { DialectId } from '../../core/dialect-ids.generated.ts';
import type { WireScript } from '../../core/exchange.ts';
import type { Variant } from '../../core/mutation.ts';
import { createRandom } from '../../core/random.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { mutation as dropUsage } from '../../mutations/drop-usage.ts';
import { mutations } from '../../mutations/registry.generated.ts';
import { isMadeUp, type Recording } from '../../recording/recording.ts';
import { foldedScript } from '../../upstream/folded-script.ts';
import type { Answer } from '../../upstream/journal.ts';
import { jsonScript } from '../../upstream/json-script.ts';
import { atSpeed, unpaced } from '../../upstream/pace.ts';
import type { SeenRequest } from '../../upstream/seen-request.ts';
import type { PlannedCase, PlannedMutation } from '../plan/planned-case.ts';

/** What the upstream plays for a case, and what became of the case's mutation. */
export interface Stimulus {
  /**
   * The recording in the mode in which the relay asks, changed by the case's mutation; with usage only if usage was asked
   * for. The same to every attempt that asks alike. A relay that asks in another dialect than the route names gets the
   * recording of the same scenario in that dialect, with the same mutation, or an error of that dialect if there is none.
   */
  readonly answer: Answer;
  /** The recording that an attempt in this dialect is answered with. */
  readonly recordingFor: (dialect: DialectId) => Recording | undefined;
  /**
   * Why the mutation has no meaning for what the relay asked for. `undefined` for a case without a mutation, once an
   * attempt was answered with it, and before the first attempt.
   */
  readonly unapplied: () => string | undefined;
}

/**
 * The stimulus of all attempts of a case.
 *
 * @param inDialect the recording of the case's scenario in another dialect
 */
export function createStimulus(
  planned: PlannedCase,
  seed: string,
  inDialect: (dialect: DialectId) => Recording | undefined = () => undefined,
): Stimulus {
  let applied = false;
  let reason: string | undefined;
  const recordingFor = (dialect: DialectId): Recording | undefined =>
    dialect === planned.recording.dialect ? planned.recording : inDialect(dialect);
  return {
    recordingFor,
    unapplied: () => (applied ? undefined : reason),
    answer: (seen) => {
      const recording = recordingFor(seen.dialect);
      if (recording === undefined) {
        reason ??= planned.mutation && `the relay asked in ${seen.dialect}, in which the scenario has no recording`;
        return withoutRecording(seen.dialect);
      }
      const base = scriptFor(recording, seen);
      const asked = usageAsked(seen) ? base : withoutUsage(base, seen.dialect, seed);
      if (planned.mutation === undefined) {
        return asked;
      }
      const chosen = variantFor(planned.mutation, seen, planned.recording, asked);
      if ('notApplicable' in chosen) {
        reason ??= `the relay asked for ${seen.mode === 'body' ? 'a body' : `a stream of ${seen.dialect}`}: ${chosen.notApplicable}`;
        return asked;
      }
      applied = true;
      return chosen.apply(asked, createRandom(`${seed}/${planned.path}`));
    },
  };
}

/**
 * The variant of a mutation for the script that is about to be played. It was planned for a recorded stream. Where the
 * relay asks for a body, it is the variant of that body with the same label (a status, a finish reason), or the only one
 * there is: of the places in a stream a body has one. In another dialect it is the one with the same label or at the same
 * place, or else the first, because labels are words of a dialect.
 */
function variantFor(
  planned: PlannedMutation,
  { mode, dialect }: SeenRequest,
  recording: Recording,
  script: WireScript,
): Variant | { readonly notApplicable: string } {
  if (mode === recording.mode && dialect === recording.dialect) {
    return planned.variant;
  }
  const mutation = mutations.find(({ id }) => id === planned.id);
  const variants = mutation?.target === 'wire' ? mutation.variants(script, dialect, 'every') : [];
  if ('notApplicable' in variants) {
    return variants;
  }
  const [first, second] = variants;
  const place = /@\d+$/.exec(planned.label)?.[0];
  const elsewhere =
    dialect === recording.dialect
      ? undefined
      : (variants.find(({ label }) => place !== undefined && label.endsWith(place)) ?? first);
  const same =
    variants.find(({ label }) => label === planned.label) ?? (second === undefined ? first : undefined) ?? elsewhere;
  return same ?? { notApplicable: `it has nothing that ${planned.id}@${planned.label} would change` };
}

/** What a provider says that does not know the model. */
function withoutRecording(dialect: DialectId): WireScript {
  const message = `relaycert upstream: the scenario of this case has no recording in ${dialect}`;
  const { status, body } = dialects[dialect].encodeError({ origin: 'provider', class: 'not_found', message });
  return jsonScript(status, body);
}

/** The recording that says the same as another one, in another dialect: a made-up one where there are several. */
export function recordingInDialect(
  recordings: readonly Recording[],
  { scenario, name }: Recording,
  dialect: DialectId,
): Recording | undefined {
  const same = recordings.filter(
    (recording) =>
      recording.dialect === dialect &&
      recording.mode === 'stream' &&
      recording.aborted !== true &&
      recording.scenario !== undefined &&
      recording.scenario === scenario,
  );
  return same.find((recording) => recording.name === name) ?? same.find(isMadeUp) ?? same[0];
}

function scriptFor(recording: Recording, seen: SeenRequest): WireScript {
  // At a provider's own pace a run would take hours; mutations make the times that matter.
  return seen.mode === recording.mode ? atSpeed(recording.script, unpaced) : foldedScript(recording);
}

/** Where usage is an option of the request, a provider sends it only when asked; elsewhere it always does. */
function usageAsked(seen: SeenRequest): boolean {
  return seen.mode === 'body' || seen.neutral.includeUsage;
}

function withoutUsage(script: WireScript, dialect: DialectId, seed: string): WireScript {
  const variants = dropUsage.target === 'wire' ? dropUsage.variants(script, dialect, 'one') : [];
  const [variant] = 'notApplicable' in variants ? [] : variants;
  return variant === undefined ? script : variant.apply(script, createRandom(seed));
}
