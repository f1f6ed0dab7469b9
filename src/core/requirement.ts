import type { Evidence } from './evidence.ts';
import type { Grade } from './grade.ts';
import type { Harm } from './harm.ts';
import type { Level } from './level.ts';
import type { Policies } from './policies.ts';
import type { Reading } from './reading.ts';
import type { RequestFacts } from './scenario.ts';
import type { Source } from './source.ts';

/** How binding a rule is. */
export type Severity = (typeof severities)[number];

/** The most binding first. */
export const severities = ['must', 'should', 'may', 'note'] as const;

/**
 * Whose a breach is. `inherited`: the upstream's own stream, in the same dialect and mode, has it at the same place with
 * the same value. Everything else is `introduced` by the relay.
 */
export type Blame = 'introduced' | 'inherited';

export type VerdictKind = 'pass' | 'fail' | 'warn' | 'not-applicable' | 'untestable' | 'error';

/** One breach of a requirement in one case. Never holds payload unless the traffic is our own recording. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** Frames of the client's side that show it. */
  readonly frames: readonly number[];
  /** Byte offset on the client's side. */
  readonly position?: number;
  /** The cause, in the field's words (`closed_without_terminal`, an issue id …). */
  readonly cause?: string;
  /** The issue of the contract that it rests on. Breaches with one issue in one case are told as one. */
  readonly issue?: string;
  /**
   * What makes a breach on the client's side the upstream's own: scope instance and hash of the value. Absent: `actual`
   * says it all.
   */
  readonly occurrence?: string;
  /** Where the broken rule of the contract is described. Absent: the requirement's own source covers it. */
  readonly source?: Source;
}

/**
 * What a check returns. `skip`: the requirement has no meaning for this case; `untestable`: a prerequisite is missing.
 */
export type Check =
  | { readonly result: 'pass' }
  | { readonly result: 'skip'; readonly reason: string }
  | { readonly result: 'untestable'; readonly reason: string }
  | { readonly result: 'breach'; readonly breaches: readonly Breach[] };

interface RequirementText {
  /** `<scope>/<topic>/<rule>` in kebab-case. It names the property, not the fault. */
  readonly id: `${string}/${string}/${string}`;
  /** One sentence that says what holds. */
  readonly title: string;
  /** What a user loses when it does not hold. */
  readonly why: string;
  readonly severity: Severity;
  /** What a breach of it costs. */
  readonly harm: Harm;
  /** Ids of requirements whose breach in the same case explains a breach of this one. */
  readonly consequenceOf?: readonly string[];
  readonly level: Level;
  /** Where the rule is described. */
  readonly source: Source;
  /** Breakages of the reference relay that turn it red, each with the upstream doing what its `stimulus` says. */
  readonly provenBy: readonly Proof[];
  /** The test that turns it red, where no breakage of the reference relay can. */
  readonly provenIn?: `suites/${string}.test.ts`;
}

export interface Proof {
  /**
   * Id of a mutation, applied by the relay to what it sends to its client, or to the request that it sends upstream.
   */
  readonly breakage: string;
  /** Id of the mutation that the upstream applies at the same time. */
  readonly stimulus?: string;
}

/** A rule that one stream or body alone can show. */
export interface StreamRequirement extends RequirementText {
  readonly subject: 'stream';
  /** Whether the relay's owner lets the relay pass such a breach of its upstream on. Absent: never. */
  readonly mayPassOn?: (policies: Policies) => boolean;
  readonly check: (reading: Reading, facts: RequestFacts) => Check;
}

/** A rule that only both sides together can show. */
export interface ExchangeRequirement extends RequirementText {
  readonly subject: 'exchange';
  /** The lowest grade that a breach of it takes away. */
  readonly grade: Grade;
  readonly check: (evidence: Evidence) => Check;
}

/**
 * A rule about the relay's process. No breakage can prove it, because the reference relay has no process of its own that
 * could end.
 */
export interface ProcessRequirement extends RequirementText {
  readonly subject: 'process';
  /** The lowest grade that a breach of it takes away. */
  readonly grade: Grade;
  readonly provenIn: NonNullable<RequirementText['provenIn']>;
  readonly check: (evidence: Evidence) => Check;
}

export type Requirement = StreamRequirement | ExchangeRequirement | ProcessRequirement;
