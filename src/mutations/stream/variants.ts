import type { WireScript } from '../../core/exchange.ts';
import type { Extent, Variant, WireMutation } from '../../core/mutation.ts';
import type { Random } from '../../core/random.ts';
import type { SseStyle } from '../../wire/sse-encoder.ts';
import { type EventScript, readEvents } from './event-script.ts';

/** A variant that works on events. */
export interface EventVariant extends Pick<Variant, 'label' | 'effects'> {
  readonly apply: (source: EventScript, random: Random) => WireScript;
}

/** Variants, or the reason why the mutation does not apply to this script. */
export type EventVariants = readonly EventVariant[] | string;

type MakeVariants = WireMutation['variants'];

/**
 * Variants for streams. `apply` reads the script that it gets again, because an upstream may leave usage out of the
 * script for which the variants were made.
 */
export function forStreams(make: (source: EventScript, extent: Extent) => EventVariants): MakeVariants {
  return forScripts((source, extent) =>
    source.form === 'stream' ? make(source, extent) : 'a body that is not streamed has no events',
  );
}

/**
 * Variants for streams of server-sent events.
 *
 * @param what the part of this framing that no other framing has: `comments`
 */
export function forSse(
  what: string,
  make: (source: EventScript, style: SseStyle, extent: Extent) => EventVariants,
): MakeVariants {
  return forStreams((source, extent) =>
    source.style.framing === 'sse' ? make(source, source.style, extent) : `only server-sent events have ${what}`,
  );
}

/** Variants for streams and for JSON bodies, which are one event. */
export function forScripts(make: (source: EventScript, extent: Extent) => EventVariants): MakeVariants {
  return (script, dialect, extent) => {
    const variants = make(readEvents(script, dialect), extent);
    if (typeof variants === 'string') {
      return { notApplicable: variants };
    }
    return variants.map(({ apply, ...variant }) => ({
      ...variant,
      apply: (given, random) => apply(readEvents(given, dialect), random),
    }));
  };
}

/** The only variant of a mutation that has neither a position nor a value. */
export function only(apply: EventVariant['apply']): readonly EventVariant[] {
  return [{ label: '', apply }];
}
