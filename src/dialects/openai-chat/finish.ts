import { type AnswerTraits, type Finish, type FinishTable, keptFinish } from '../finish-table.ts';

/** Finish reasons of Chat Completions (docs/translation.md#finish-reasons). */
export const finishReasons: FinishTable = {
  own: {
    stop: 'stop',
    length: 'length',
    tool_calls: 'tool_calls',
    function_call: 'tool_calls',
    content_filter: 'content_filter',
  },
  preferred: {
    stop: 'stop',
    stop_sequence: 'stop',
    length: 'length',
    context_length: 'length',
    tool_calls: 'tool_calls',
    // `stop` would call an unfinished turn finished; `length` is the acceptable value that asks for more.
    pause: 'length',
    refusal: 'content_filter',
    content_filter: 'content_filter',
    compaction: 'stop',
    unknown: 'stop',
    error: undefined,
    malformed: undefined,
  },
};

/** The `finish_reason` for a finish; undefined where only an error may end the stream. */
export function finishReason(finish: Finish, answer: AnswerTraits): string | undefined {
  const kept = keptFinish(finishReasons, finish);
  if (kept !== undefined) {
    return kept;
  }
  if (finish.kind === 'stop' && answer.clientTools) {
    return 'tool_calls';
  }
  // OpenAI's own form of a refusal: the words in `refusal`, and an ordinary stop.
  if (finish.kind === 'refusal' && answer.refusalText) {
    return 'stop';
  }
  return finishReasons.preferred[finish.kind];
}
