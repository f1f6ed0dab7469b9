import type { DialectId } from './dialect-ids.generated.ts';
import type { WireScript } from './exchange.ts';
import type { Random } from './random.ts';
import type { NeutralRequest } from './scenario.ts';

/**
 * What a change does to the outcome. `preserving`: it must not change. `repairable`: near-legal; equal success or a
 * surfaced error both pass. `fault`: success would be a lie.
 */
export type Effect = 'preserving' | 'repairable' | 'fault';

/** One way to apply a mutation to one script: its position or its value. */
export interface Variant {
  /** Stable and readable, part of the case id: `7`, `overloaded_error@3`, `` for the only one. */
  readonly label: string;
  readonly apply: (script: WireScript, random: Random) => WireScript;
}

/** How many variants to make: at every event, at first, middle and last, or one only. */
export type Extent = 'every' | 'sample' | 'one';

/** A pure, seeded change of what is written on the wire. */
export interface WireMutation {
  readonly target: 'wire';
  readonly id: string;
  readonly title: string;
  /** What it does when an upstream does it to a relay. */
  readonly stimulus: Effect;
  /** What it does when a relay does it to its client. Absent: the same as the stimulus. */
  readonly breakage?: Effect;
  /** The variants for this script, or why it has no meaning here. */
  readonly variants: (
    script: WireScript,
    dialect: DialectId,
    extent: Extent,
  ) => readonly Variant[] | { readonly notApplicable: string };
}

/** A change of the request that a broken relay sends upstream; only ever a breakage. */
export interface RequestMutation {
  readonly target: 'request';
  readonly id: string;
  readonly title: string;
  readonly apply: (request: NeutralRequest) => NeutralRequest;
}

export type Mutation = WireMutation | RequestMutation;
