import type { JsonTextAt, JsonValue } from '../../core/json.ts';
import type { Emitter } from './emitter.ts';
import type { EngineIssue } from './engine-issues.ts';
import type { ErrorReader } from './error-reading.ts';
import type { Facts } from './facts.ts';
import type { FinishReader } from './finish-reading.ts';
import type { Instance } from './instance.ts';
import type { TerminalPhase } from './rule-format.ts';
import type { UsageMerge } from './usage-merge.ts';

/** What the rules share while one stream is read. Rules read and change it; only the automaton makes it. */
export interface StreamRun {
  readonly facts: Facts;
  readonly root: Instance;
  /** Slots whose sum is looked at (`sumSlots`). */
  readonly sums: ReadonlySet<string>;
  readonly emitter: Emitter;
  readonly usage: UsageMerge;
  readonly errors: ErrorReader;
  readonly finish: FinishReader;
  /** HTTP status of the response, for classing an error body. */
  readonly status: number | undefined;
  /** @returns false where a trait lets the issue pass */
  readonly report: (issue: EngineIssue, detail?: string) => boolean;
  /** State read before the event; rules see this one. */
  state: string;
  /** State after the event, as far as a rule set one. */
  nextState: string | undefined;
  end: TerminalPhase | undefined;
  /** Counts `add`s and openings, to tell an empty touch of a closed instance from content after its end. */
  additions: number;
  /** The frame's own text, for values that must keep their digits. */
  text: string;
  /** Reads that text; made when a rule first asks. */
  textAt: JsonTextAt | undefined;
  /** Keys from the event's root to the node of the running rule. */
  readonly path: (string | number)[];
  /** The start of the answer was told. */
  started: boolean;
}

/** One step of a rule, or a whole rule, on a node and the instance that it works on. */
export type RuleStep = (run: StreamRun, node: JsonValue, instance: Instance) => void;
