import type { StreamFinding, StreamJudgement } from '../certify/judge/apply-requirements.ts';
import { shortHash } from '../core/hash.ts';
import type { Choice, Counters, Integrity, Outcome, Phase, ToolCall, Witnesses } from '../core/outcome.ts';
import type { Reading } from '../core/reading.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { Usage } from '../core/usage.ts';

/** Shown in place of a text: its length in Unicode code points, and the first 12 hex digits of its SHA-256. */
export interface TextDigest {
  readonly length: number;
  readonly hash: string;
}

/** An outcome without payload: state, class and hash, in the words of `Outcome`. */
export interface OutcomeSummary {
  readonly phase: Phase;
  readonly integrity: Integrity;
  readonly witnesses: Witnesses;
  /** Hash of the response id. */
  readonly idHash?: string;
  readonly model?: string;
  readonly choices: readonly ChoiceSummary[];
  readonly usage: Usage;
  readonly error?: Omit<ReportedError, 'message'>;
  readonly counters: Counters;
}

export interface ChoiceSummary {
  readonly index: number;
  readonly finish?: NonNullable<Choice['finish']>;
  /** Kinds of the parts, in order. */
  readonly parts: readonly string[];
  readonly text: TextDigest;
  readonly reasoning: TextDigest;
  readonly refusal: TextDigest;
  readonly tools: readonly ToolSummary[];
}

export interface ToolSummary {
  readonly name: string;
  readonly idHash: string;
  readonly arguments: TextDigest & { readonly state: ToolCall['arguments']['state'] };
  readonly completed: boolean;
  readonly fit?: ToolCall['fit'];
  readonly runnable: boolean;
}

/** A stream or body that was judged alone. */
export interface CheckedFile {
  /** As the user named it. */
  readonly file: string;
  readonly reading: Reading;
  readonly judgement: StreamJudgement;
  /** Somebody saw how the transport ended; false where the file does not say. */
  readonly witnessed: boolean;
  /** What the user may have done wrongly; one sentence each. */
  readonly hints: readonly string[];
  /** The traits of its sender with which it would pass; absent where it passes, or where none help. */
  readonly wouldPassWith?: readonly string[];
}

/** One line of `relaycert check --json`. */
export interface CheckedLine {
  readonly file: string;
  readonly outcome: OutcomeSummary;
  readonly findings: readonly StreamFinding[];
  /** How many frames it has, as the findings count them. */
  readonly frames: number;
  /** False: its ending is taken to be clean, because the file does not say it. */
  readonly witnessed: boolean;
  readonly hints?: readonly string[];
  /** The fewest traits with which it would pass; absent where it passes, or where none help. */
  readonly wouldPassWith?: readonly string[];
}

/** Captured traffic may be private, so none of its text is in the line. */
export function toCheckedLine(checked: CheckedFile): CheckedLine {
  const { file, reading, judgement, witnessed, hints, wouldPassWith } = checked;
  const { findings } = judgement;
  return {
    file,
    outcome: summariseOutcome(reading.outcome),
    findings,
    frames: reading.frames.length,
    witnessed,
    ...(hints.length === 0 ? {} : { hints }),
    ...(wouldPassWith === undefined ? {} : { wouldPassWith }),
  };
}

function summariseOutcome(outcome: Outcome): OutcomeSummary {
  const { phase, integrity, witnesses, id, model, usage, error, counters } = outcome;
  return {
    phase,
    integrity,
    witnesses,
    ...(id === undefined ? {} : { idHash: shortHash(id) }),
    ...(model === undefined ? {} : { model }),
    choices: outcome.choices.map(summariseChoice),
    usage,
    ...(error === undefined ? {} : { error: withoutMessage(error) }),
    counters: withoutLastId(counters),
  };
}

function summariseChoice({ index, finish, parts, text, reasoning, refusal, tools }: Choice): ChoiceSummary {
  return {
    index,
    ...(finish === undefined ? {} : { finish }),
    parts: parts.map(({ kind }) => kind),
    text: digest(text),
    reasoning: digest(reasoning),
    refusal: digest(refusal),
    tools: tools.map((tool) => ({
      name: tool.name,
      idHash: shortHash(tool.id),
      arguments: { state: tool.arguments.state, ...digest(tool.argumentsRaw) },
      completed: tool.completed,
      ...(tool.fit === undefined ? {} : { fit: tool.fit }),
      runnable: tool.runnable,
    })),
  };
}

function digest(text: string): TextDigest {
  return { length: [...text].length, hash: shortHash(text) };
}

function withoutMessage({ message: _message, ...error }: ReportedError): Omit<ReportedError, 'message'> {
  return error;
}

/** An event id may carry anything, so only its hash is shown. */
function withoutLastId(counters: Counters): Counters {
  const { lastId, ...sse } = counters.sse;
  return lastId === undefined ? counters : { ...counters, sse: { ...sse, lastId: shortHash(lastId) } };
}
