import type { Grade } from '../../core/grade.ts';
import type { Blame, Severity, VerdictKind } from '../../core/requirement.ts';
import type { Mode, RouteName } from '../../core/route.ts';
import type { Source } from '../../core/source.ts';
import type { ShownFrames } from './shown-frames.ts';

/** One breach of a requirement in one case: a fact about the relay, with all that is needed to act on it. */
export interface Finding {
  /** Names the fault that it is a sign of: 12 hex digits, the same in every run (`faultId`). */
  readonly fault: string;
  readonly requirement: string;
  readonly severity: Severity;
  readonly blame: Blame;
  /** The grade that it takes away; absent for what is inherited and deceives nobody. */
  readonly grade?: Grade;
  readonly case: string;
  readonly casePath: string;
  readonly route: RouteName;
  readonly expected: string;
  readonly actual: string;
  /** Frames of the client's side that show it, and how many there were. */
  readonly frames: readonly number[];
  readonly frameCount: number;
  /** Byte offset on the client's side. */
  readonly position?: number;
  readonly cause?: string;
  /** Id of the issue of the contract that it rests on. */
  readonly issue?: string;
  /** Where the rule of a contract that was broken is described; absent where the requirement's own source says it all. */
  readonly source?: Source;
  /** What both sides show; only for recordings that are made up. */
  readonly shown?: ShownFrames;
  /** SHA-256 (first 12 digits) of the bytes that the client got. */
  readonly hash: string;
}

export interface Verdict {
  readonly requirement: string;
  readonly verdict: VerdictKind;
  /** Why it was not judged, for `not-applicable`, `untestable` and `error`. */
  readonly reason?: string;
}

/** The result of one planned case, with one verdict per selected requirement. */
export interface CaseResult {
  readonly case: string;
  readonly casePath: string;
  readonly topic: Topic;
  readonly route: RouteName;
  readonly mode: Mode;
  readonly recording: string;
  readonly mutation?: string;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  /** Attempts that the relay made upstream. */
  readonly attempts: number;
  readonly durationMs: number;
  /** Why the mutation changed nothing. The case then shows nothing, and every verdict is `not-applicable`. */
  readonly unapplied?: string;
  /**
   * Why the relay could not be judged by this case, though nothing broke: it refused the request by itself, was not there,
   * or its route does not work. It is no pass, and no certificate is issued.
   */
  readonly notRun?: string;
  /** How many cases ran at once at most when this one did, itself included. */
  readonly concurrency?: number;
  /** Milliseconds by which our own process was late meanwhile, and by which deadlines were extended; absent below 100. */
  readonly delayMs?: number;
  /** The harness broke on this case; it has no verdicts. */
  readonly fault?: string;
}

/** One suite file each. */
export type Topic = 'answers' | 'bodies' | 'preserving' | 'repairable' | 'faults';

export const topics: readonly Topic[] = ['answers', 'bodies', 'preserving', 'repairable', 'faults'];
