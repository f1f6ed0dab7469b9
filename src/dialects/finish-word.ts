import type { ContractFormat } from '../contract/contract-format.ts';
import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { FinishKind } from '../core/domain-event.ts';
import type { Choice } from '../core/outcome.ts';

/** How a turn ended, in neutral words and as the upstream said it. */
export interface Finish {
  readonly kind: FinishKind;
  readonly raw: string;
}

/** Whether a limit ended the turn, so that its last call may be cut. */
export function isCut(finish: Finish | undefined): boolean {
  return finish?.kind === 'length' || finish?.kind === 'context_length';
}

/** What else the answer held, as far as a finish reason depends on it. */
export interface AnswerTraits {
  readonly clientTools: boolean;
  readonly refusalText: boolean;
  /** A call could not be written, because it was cut or no form of the dialect can hold it. */
  readonly lostCall: boolean;
}

/**
 * The dialect's word for a finish, from its contract (`finish.write`); undefined where only an error may end the
 * answer. A word of the dialect that means what the event says stays, so a route within one dialect keeps it.
 */
export function finishWord(dialect: DialectId, finish: Finish, answer: AnswerTraits): string | undefined {
  const { losses, finish: words } = loadContract(dialect).contract;
  const kind = turnKind(finish.kind, answer);
  const lost = kind === 'malformed' && finish.kind !== kind;
  if (!lost && isOwnWord(words, finish)) {
    return finish.raw;
  }
  const { preferred, acceptable } = words.write[kind];
  const besideText = answer.refusalText ? acceptable.find((value) => value.if === 'refusal-text') : undefined;
  // Where the refusal has a channel of its own, OpenAI sends an ordinary finish with it.
  const hasChannel = !losses.some(({ what }) => what === 'refusal');
  return (hasChannel ? besideText?.value : undefined) ?? preferred ?? besideText?.value;
}

/** The same for a choice of an outcome. It is also undefined if the choice has no finish. */
export function choiceFinishWord(
  dialect: DialectId,
  { finish, tools, refusal }: Choice,
  lostCall = false,
): string | undefined {
  return (
    finish && finishWord(dialect, finish, { clientTools: tools.length > 0, refusalText: refusal !== '', lostCall })
  );
}

/** Whether the upstream's word is a word of the dialect with this meaning, and one that may end a success. */
function isOwnWord({ read, readOnly, write }: ContractFormat['finish'], { kind, raw }: Finish): boolean {
  return (
    Object.hasOwn(read, raw) && read[raw] === kind && write[kind].preferred !== null && readOnly?.includes(raw) !== true
  );
}

/**
 * A plain stop with calls is a tool turn, and one with refusal text is a refusal. A turn with a lost call cannot be
 * run.
 */
function turnKind(kind: FinishKind, { clientTools, refusalText, lostCall }: AnswerTraits): FinishKind {
  if (lostCall && mayCall(kind)) {
    return 'malformed';
  }
  if (kind !== 'stop') {
    return kind;
  }
  if (clientTools) {
    return 'tool_calls';
  }
  return refusalText ? 'refusal' : kind;
}

/**
 * Whether a client may run the calls of a turn that ended like this. After a limit or a filter the reason says enough.
 */
function mayCall(kind: FinishKind): boolean {
  switch (kind) {
    case 'stop':
    case 'stop_sequence':
    case 'tool_calls':
    case 'pause':
    case 'unknown':
      return true;
    case 'length':
    case 'context_length':
    case 'refusal':
    case 'content_filter':
    case 'compaction':
    case 'error':
    case 'malformed':
      return false;
  }
}
