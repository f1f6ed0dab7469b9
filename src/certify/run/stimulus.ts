import type { WireScript } from '../../core/exchange.ts';
import { UsageFault } from '../../core/fault.ts';
import type { Variant } from '../../core/mutation.ts';
import { createRandom } from '../../core/random.ts';
import { routeName } from '../../core/route.ts';
import { mutation as dropUsage } from '../../mutations/drop-usage.ts';
import { mutations } from '../../mutations/registry.generated.ts';
import type { Recording } from '../../recording/recording.ts';
import { foldedScript } from '../../upstream/folded-script.ts';
import type { Answer } from '../../upstream/journal.ts';
import { atSpeed, unpaced } from '../../upstream/pace.ts';
import type { SeenRequest } from '../../upstream/seen-request.ts';
import type { PlannedCase, PlannedMutation } from '../plan/planned-case.ts';

/** What the upstream plays for a case, and what became of the case's mutation. */
export interface Stimulus {
  /**
   * The recording in the mode in which the relay asks, changed by the case's mutation; with usage only if usage was asked
   * for. The same to every attempt that asks alike.
   *
   * It throws a UsageFault when the relay asks in a dialect that the route does not name.
   */
  readonly answer: Answer;
  /**
   * Why the mutation has no meaning for what the relay asked for. `undefined` for a case without a mutation, once an
   * attempt was answered with it, and before the first attempt.
   */
  readonly unapplied: () => string | undefined;
}

/** The stimulus of all attempts of a case. */
export function createStimulus(planned: PlannedCase, seed: string): Stimulus {
  let applied = false;
  let reason: string | undefined;
  return {
    unapplied: () => (applied ? undefined : reason),
    answer: (seen) => {
      if (seen.dialect !== planned.route.upstream) {
        throw new UsageFault(
          `the relay asked the upstream in ${seen.dialect}`,
          `route ${routeName(planned.route)}`,
          'name the dialect that the relay speaks to its upstream in the routes of the config',
        );
      }
      const base = scriptFor(planned.recording, seen);
      const asked = usageAsked(seen) ? base : withoutUsage(base, planned, seed);
      if (planned.mutation === undefined) {
        return asked;
      }
      const chosen = variantFor(planned.mutation, seen, planned, asked);
      if ('notApplicable' in chosen) {
        reason ??= `the relay asked for a body: ${chosen.notApplicable}`;
        return asked;
      }
      applied = true;
      return chosen.apply(asked, createRandom(`${seed}/${planned.path}`));
    },
  };
}

/**
 * The variant of a mutation for the script that is about to be played. It was planned for a recorded stream; where the
 * relay asks for a body, it is the variant of that body with the same label (a status, a finish reason), or the only one
 * there is: of the places in a stream a body has one.
 */
function variantFor(
  planned: PlannedMutation,
  seen: SeenRequest,
  { recording, route }: PlannedCase,
  script: WireScript,
): Variant | { readonly notApplicable: string } {
  if (seen.mode === recording.mode) {
    return planned.variant;
  }
  const mutation = mutations.find(({ id }) => id === planned.id);
  const variants = mutation?.target === 'wire' ? mutation.variants(script, route.upstream, 'every') : [];
  if ('notApplicable' in variants) {
    return variants;
  }
  const [first, second] = variants;
  const same = variants.find(({ label }) => label === planned.label) ?? (second === undefined ? first : undefined);
  return same ?? { notApplicable: `it has nothing that ${planned.id}@${planned.label} would change` };
}

function scriptFor(recording: Recording, seen: SeenRequest): WireScript {
  // At a provider's own pace a run would take hours; mutations make the times that matter.
  return seen.mode === recording.mode ? atSpeed(recording.script, unpaced) : foldedScript(recording);
}

/** Where usage is an option of the request, a provider sends it only when asked; elsewhere it always does. */
function usageAsked(seen: SeenRequest): boolean {
  return seen.mode === 'body' || seen.neutral.includeUsage;
}

function withoutUsage(script: WireScript, planned: PlannedCase, seed: string): WireScript {
  const variants = dropUsage.target === 'wire' ? dropUsage.variants(script, planned.route.upstream, 'one') : [];
  const [variant] = 'notApplicable' in variants ? [] : variants;
  return variant === undefined ? script : variant.apply(script, createRandom(seed));
}
