import type { WireScript } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import { createRandom } from '../core/random.ts';
import { routeName } from '../core/route.ts';
import { mutation as dropUsage } from '../mutations/drop-usage.ts';
import type { Recording } from '../recording/recording.ts';
import { foldedScript } from '../upstream/folded-script.ts';
import type { Answer } from '../upstream/journal.ts';
import { atSpeed, unpaced } from '../upstream/pace.ts';
import type { SeenRequest } from '../upstream/seen-request.ts';
import type { PlannedCase } from './plan.ts';

/**
 * What the upstream plays for a case: in the mode in which it is asked, with usage only if usage was asked for, the
 * same to every attempt.
 *
 * The answer throws a UsageFault when the relay asks in a dialect that the route does not name.
 */
export function createAnswer(planned: PlannedCase, seed: string): Answer {
  return (seen) => {
    if (seen.dialect !== planned.route.upstream) {
      throw new UsageFault(
        `the relay asked the upstream in ${seen.dialect}`,
        `route ${routeName(planned.route)}`,
        'name the dialect that the relay speaks to its upstream in the routes of the config',
      );
    }
    const random = createRandom(`${seed}/${planned.path}`);
    const base = scriptFor(planned.recording, seen);
    const asked = usageAsked(seen) ? base : withoutUsage(base, planned, seed);
    const { mutation } = planned;
    return mutation !== undefined && seen.mode === 'stream' ? mutation.variant.apply(asked, random) : asked;
  };
}

function scriptFor(recording: Recording, seen: SeenRequest): WireScript {
  // A provider's own pace would make a run wait for minutes, and times that matter are for mutations to make.
  return seen.mode === recording.mode ? atSpeed(recording.script, unpaced) : foldedScript(recording);
}

/** A provider of a dialect in which usage is a wish sends none unasked; the others always send it. */
function usageAsked(seen: SeenRequest): boolean {
  return seen.mode === 'body' || seen.neutral.includeUsage;
}

function withoutUsage(script: WireScript, planned: PlannedCase, seed: string): WireScript {
  const variants = dropUsage.target === 'wire' ? dropUsage.variants(script, planned.route.upstream, 'one') : [];
  const [variant] = 'notApplicable' in variants ? [] : variants;
  return variant === undefined ? script : variant.apply(script, createRandom(seed));
}
