import type { ConfirmedFault } from '../certify/judge/confirmed.ts';
import type { Finding } from '../certify/judge/result.ts';
import type { Grade } from '../core/grade.ts';
import type { Harm } from '../core/harm.ts';
import type { Blame, Severity } from '../core/requirement.ts';
import type { RouteName } from '../core/route.ts';

/** One fault of a relay, with everything in which it shows. */
export interface Fault {
  readonly requirement: string;
  readonly severity: Severity;
  readonly blame: Blame;
  /** The grade that it takes away; absent for what is inherited and deceives nobody. */
  readonly grade?: Grade;
  readonly harm: Harm;
  /** One per route, the one with the widest reach first. */
  readonly places: readonly FaultPlace[];
  /** The finding on the plainest answer that shows it, in the form that most findings have. */
  readonly example: Finding;
  /** What else was seen of it, one text per form, the most frequent first. */
  readonly otherForms: readonly string[];
  /** What it showed when it was looked for again; absent where it was not. */
  readonly confirmed?: ConfirmedFault;
  /** Faults that it explains, because they show only where it shows, too. */
  readonly consequences: readonly Fault[];
}

/** A fault on one route. */
export interface FaultPlace {
  /** 12 hex digits for each form in which it shows here, the most frequent first; the same in every run. */
  readonly ids: readonly string[];
  readonly route: RouteName;
  readonly condition: Condition;
  /** Cases that show it, of those in which its requirement could be judged. */
  readonly cases: number;
  readonly judged: number;
  readonly findings: readonly Finding[];
}

/** When a fault shows: on every unchanged answer, on some of them, or only when the upstream does something unusual. */
export type Condition =
  | { readonly when: 'always' }
  | { readonly when: 'answers'; readonly recordings: readonly string[] }
  | { readonly when: 'stimulus'; readonly mutations: readonly string[] };

/** The faults of a run, the worst first. What follows from another fault hangs below it. */
export type Diagnosis = readonly Fault[];
