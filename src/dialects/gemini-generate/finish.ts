import type { FinishKind } from '../../core/domain-event.ts';
import { type AnswerTraits, type Finish, type FinishTable, keptFinish } from '../finish-table.ts';

/** Finish reasons of Gemini (docs/translation.md#finish-reasons). */
export const geminiFinishes: FinishTable = {
  own: {
    STOP: 'stop',
    MAX_TOKENS: 'length',
    CONTINUATION: 'pause',
    SAFETY: 'content_filter',
    RECITATION: 'content_filter',
    BLOCKLIST: 'content_filter',
    PROHIBITED_CONTENT: 'content_filter',
    SPII: 'content_filter',
    IMAGE_SAFETY: 'content_filter',
    IMAGE_PROHIBITED_CONTENT: 'content_filter',
    IMAGE_RECITATION: 'content_filter',
    MODEL_ARMOR: 'content_filter',
    LANGUAGE: 'content_filter',
    MALFORMED_FUNCTION_CALL: 'malformed',
    UNEXPECTED_TOOL_CALL: 'malformed',
    TOO_MANY_TOOL_CALLS: 'malformed',
    MALFORMED_RESPONSE: 'malformed',
    MISSING_THOUGHT_SIGNATURE: 'malformed',
    OTHER: 'unknown',
    IMAGE_OTHER: 'unknown',
    NO_IMAGE: 'unknown',
    ESCALATION: 'unknown',
    PUP_LIMITED_DISABLED: 'unknown',
    FINISH_REASON_UNSPECIFIED: 'unknown',
  },
  preferred: {
    stop: 'STOP',
    stop_sequence: 'STOP',
    length: 'MAX_TOKENS',
    context_length: 'MAX_TOKENS',
    // Gemini has no reason for tool turns: the call parts say it.
    tool_calls: 'STOP',
    pause: 'OTHER',
    refusal: 'SAFETY',
    content_filter: 'SAFETY',
    compaction: 'OTHER',
    unknown: 'OTHER',
    error: undefined,
    malformed: 'MALFORMED_FUNCTION_CALL',
  },
};

/** What of the answer its finish reason depends on. */
interface GeminiAnswer extends Pick<AnswerTraits, 'refusalText'> {
  /** A call could not be written: it was cut, or its arguments are no JSON object. */
  readonly lostCall: boolean;
}

/** The `finishReason` for a finish; undefined where only an error may end the stream. */
export function finishReason(finish: Finish, answer: GeminiAnswer): string | undefined {
  if (answer.lostCall && mayCall(finish.kind)) {
    // Gemini's own word for a turn whose call it could not read. After a limit or a filter the reason says enough.
    return 'MALFORMED_FUNCTION_CALL';
  }
  const kept = keptFinish(geminiFinishes, finish);
  if (kept !== undefined) {
    return kept;
  }
  // There is no refusal channel: the words are text, and the reason says what they are.
  if (finish.kind === 'stop' && answer.refusalText) {
    return 'SAFETY';
  }
  return geminiFinishes.preferred[finish.kind];
}

/** Whether a client may run the calls of a turn that ended like this. */
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
