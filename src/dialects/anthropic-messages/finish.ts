import { type AnswerTraits, type Finish, type FinishTable, keptFinish } from '../finish-table.ts';

/** Stop reasons of the Messages API (docs/translation.md#finish-reasons). */
export const stopReasons: FinishTable = {
  own: {
    end_turn: 'stop',
    stop_sequence: 'stop_sequence',
    max_tokens: 'length',
    model_context_window_exceeded: 'context_length',
    tool_use: 'tool_calls',
    pause_turn: 'pause',
    refusal: 'refusal',
    compaction: 'compaction',
  },
  preferred: {
    stop: 'end_turn',
    stop_sequence: 'stop_sequence',
    length: 'max_tokens',
    context_length: 'model_context_window_exceeded',
    tool_calls: 'tool_use',
    pause: 'pause_turn',
    refusal: 'refusal',
    content_filter: 'refusal',
    compaction: 'compaction',
    unknown: 'end_turn',
    error: undefined,
    malformed: undefined,
  },
};

/** The `stop_reason` for a finish; undefined where only an error event may end the message. */
export function stopReason(finish: Finish, answer: AnswerTraits): string | undefined {
  const kept = keptFinish(stopReasons, finish);
  if (kept !== undefined) {
    return kept;
  }
  if (finish.kind === 'stop' && answer.clientTools) {
    return 'tool_use';
  }
  if (finish.kind === 'stop' && answer.refusalText) {
    return 'refusal';
  }
  return stopReasons.preferred[finish.kind];
}
