import type { DialectId } from './dialect-ids.generated.ts';
import type { WireScript } from './exchange.ts';
import type { Level } from './level.ts';
import type { Random } from './random.ts';
import type { NeutralRequest } from './scenario.ts';
import type { Source } from './source.ts';

/**
 * What a change does to the outcome. `preserving`: it must not change. `repairable`: near-legal; equal success or a
 * surfaced error both pass. `fault`: success would be a lie.
 */
export type Effect = 'preserving' | 'repairable' | 'fault';

/**
 * The same effect in every dialect, or one that follows from the dialect's contract: one SDK ignores what makes another
 * throw.
 */
export type EffectByDialect = Effect | ((dialect: DialectId) => Effect);

/** Who makes the change. `stimulus`: the upstream, towards the relay. `breakage`: the relay, towards its client. */
export type MutationUse = 'stimulus' | 'breakage';

/** One way to apply a mutation to one script: its position or its value. */
export interface Variant {
  /**
   * Stable and readable, part of the case id: `7` (after seven events), `429`, `overloaded_error@3`, `` for the only
   * one.
   */
  readonly label: string;
  /** Events before the change, where it has a place in the stream; the end of the label says it too. */
  readonly position?: number;
  /** Effects of this variant, where they differ from the mutation's own. */
  readonly effects?: Readonly<Partial<Record<MutationUse, Effect>>>;
  readonly apply: (script: WireScript, random: Random) => WireScript;
}

/** The label of a variant without its position: `overloaded_error` of `overloaded_error@3`, nothing of `7`. */
export function variantValue({ label, position }: Pick<Variant, 'label' | 'position'>): string {
  return position === undefined ? label : label.replace(/@?\d+$/, '');
}

/** How many variants to make: at every event, at first, middle and last, or one only. */
export type Extent = 'every' | 'sample' | 'one';

/** The variants for one script, or why there are none. */
export type Variants = readonly Variant[] | { readonly notApplicable: string };

/** A pure, seeded change of what is written on the wire. */
export interface WireMutation {
  readonly target: 'wire';
  readonly id: string;
  readonly title: string;
  /** The class of faults that it belongs to. */
  readonly source: Source;
  /** The lowest level of certification that replays it to relays; `core` where absent. */
  readonly level?: Level;
  /** Its effect when an upstream makes it. Absent: no upstream makes it. */
  readonly stimulus?: EffectByDialect;
  /** Its effect when a relay makes it. Absent: no relay makes it. */
  readonly breakage?: EffectByDialect;
  /** Its values are many: a plan tries each with every route, recording and position, but not with all of them at once. */
  readonly pairwise?: true;
  /** What an honest relay makes of a `repairable` stimulus for which it reports no error. */
  readonly repaired?: string;
  readonly variants: (script: WireScript, dialect: DialectId, extent: Extent) => Variants;
}

/** A change of the request that a broken relay sends upstream; only ever a breakage. */
export interface RequestMutation {
  readonly target: 'request';
  readonly id: string;
  readonly title: string;
  /** The class of faults that it belongs to. */
  readonly source: Source;
  /** The request that is sent instead; `undefined` if none is sent. */
  readonly apply: (request: NeutralRequest) => NeutralRequest | undefined;
}

export type Mutation = WireMutation | RequestMutation;

/** The effect of a mutation, or of one of its variants, in one dialect; `undefined` if it is not used that way. */
export function effectOf(
  mutation: WireMutation,
  use: MutationUse,
  dialect: DialectId,
  variant?: Pick<Variant, 'effects'>,
): Effect | undefined {
  const declared = mutation[use];
  if (declared === undefined) {
    return undefined;
  }
  return variant?.effects?.[use] ?? (typeof declared === 'string' ? declared : declared(dialect));
}
