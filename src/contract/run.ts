import type { FinishKind } from '../core/domain-event.ts';
import type { IssueLevel, IssueTopic } from '../core/issue.ts';
import type { JsonTextAt, JsonValue } from '../core/json.ts';
import type { RequestFacts } from '../core/scenario.ts';
import type { TerminalPhase } from './contract-format.ts';
import type { Emitter } from './emitter.ts';
import type { ErrorReader } from './error-reading.ts';
import type { Instance } from './instance.ts';
import type { UsageMerge } from './usage-merge.ts';

/** What the rules of one stream share while they run. Rules read and change it; only the automaton makes it. */
export interface Run {
  readonly facts: RequestFacts;
  readonly root: Instance;
  /** Slots whose sum is looked at (`sumSlots`). */
  readonly sums: ReadonlySet<string>;
  readonly emitter: Emitter;
  readonly usage: UsageMerge;
  readonly errors: ErrorReader;
  /** The word of a finish: any text, and a number that the contract lists as one. */
  readonly finishWord: (value: JsonValue) => string | undefined;
  readonly finishKind: (raw: string) => FinishKind;
  /** HTTP status of the response, for classing an error body. */
  readonly status: number | undefined;
  readonly report: (
    id: string,
    fallback: { readonly topic: IssueTopic; readonly level: IssueLevel },
    detail?: string,
  ) => void;
  /** State read before the event; rules see this one. */
  state: string;
  /** State after the event, as far as a rule set one. */
  nextState: string | undefined;
  end: TerminalPhase | undefined;
  /** Whether a rule of the current event admitted the current state. */
  admitted: boolean;
  /** Counts `add`s and openings, to tell an empty touch of a closed instance from content after its end. */
  additions: number;
  /** The frame's own text, for values that must keep their digits. */
  text: string;
  /** Reads that text; made when a rule first asks. */
  textAt: JsonTextAt | undefined;
  /** Keys from the event's root to the node of the running rule. */
  readonly path: (string | number)[];
  readonly started: { done: boolean };
}

export type RuleRunner = (run: Run, node: JsonValue, instance: Instance) => void;
