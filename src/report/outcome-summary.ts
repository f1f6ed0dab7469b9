import type { StreamFinding, StreamJudgement } from '../certify/judge/apply-requirements.ts';
import { digestWord, isListedWord, type WordDigest } from '../contract/listed-words.ts';
import type { FinishKind } from '../core/domain-event.ts';
import { shortHash } from '../core/hash.ts';
import type { Choice, Counters, Integrity, Outcome, Phase, ToolCall, Witnesses } from '../core/outcome.ts';
import type { Reading } from '../core/reading.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { Usage } from '../core/usage.ts';

/** A word that a contract lists, or what stands for any other. */
export type ShownWord = string | WordDigest;

/** An error without its message, in words that contracts list. */
export interface ErrorSummary extends Pick<ReportedError, 'origin' | 'class' | 'status'> {
  readonly type?: ShownWord;
  readonly code?: ShownWord;
}

/** An outcome without payload: state, class and hash, in the words of `Outcome`. */
export interface OutcomeSummary {
  readonly phase: Phase;
  readonly integrity: Integrity;
  readonly witnesses: Witnesses;
  /** Hash of the response id. */
  readonly idHash?: string;
  /** No contract lists models. */
  readonly model?: WordDigest;
  readonly choices: readonly ChoiceSummary[];
  readonly usage: Usage;
  readonly error?: ErrorSummary;
  readonly counters: Counters;
}

export interface ChoiceSummary {
  readonly index: number;
  readonly finish?: { readonly kind: FinishKind; readonly raw: ShownWord };
  /** Kinds of the parts, in order. */
  readonly parts: readonly string[];
  readonly text: WordDigest;
  readonly reasoning: WordDigest;
  readonly refusal: WordDigest;
  readonly tools: readonly ToolSummary[];
}

export interface ToolSummary {
  readonly name: string;
  readonly idHash: string;
  readonly arguments: WordDigest & { readonly state: ToolCall['arguments']['state'] };
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
    ...(model === undefined ? {} : { model: digestWord(model) }),
    choices: outcome.choices.map(summariseChoice),
    usage,
    ...(error === undefined ? {} : { error: summariseError(error) }),
    counters: withoutLastId(counters),
  };
}

function summariseChoice({ index, finish, parts, text, reasoning, refusal, tools }: Choice): ChoiceSummary {
  return {
    index,
    ...(finish === undefined ? {} : { finish: { kind: finish.kind, raw: shown(finish.raw) } }),
    parts: parts.map(({ kind }) => kind),
    text: digestWord(text),
    reasoning: digestWord(reasoning),
    refusal: digestWord(refusal),
    tools: tools.map((tool) => ({
      name: tool.name,
      idHash: shortHash(tool.id),
      arguments: { state: tool.arguments.state, ...digestWord(tool.argumentsRaw) },
      completed: tool.completed,
      ...(tool.fit === undefined ? {} : { fit: tool.fit }),
      runnable: tool.runnable,
    })),
  };
}

function summariseError({ message: _message, type, code, ...error }: ReportedError): ErrorSummary {
  return {
    ...error,
    ...(type === undefined ? {} : { type: shown(type) }),
    ...(code === undefined ? {} : { code: shown(code) }),
  };
}

function shown(word: string): ShownWord {
  return isListedWord(word) ? word : digestWord(word);
}

/** An event id may carry anything, so only its hash is shown. */
function withoutLastId(counters: Counters): Counters {
  const { lastId, ...sse } = counters.sse;
  return lastId === undefined ? counters : { ...counters, sse: { ...sse, lastId: shortHash(lastId) } };
}
