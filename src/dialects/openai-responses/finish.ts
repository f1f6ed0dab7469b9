import { type AnswerTraits, type Finish, type FinishTable, keptFinish } from '../finish-table.ts';

/**
 * How a response ends: by its status `completed`, or by the reason for which it is incomplete
 * (docs/translation.md#finish-reasons).
 */
export const responseEndings: FinishTable = {
  own: {
    completed: 'stop',
    max_output_tokens: 'length',
    content_filter: 'content_filter',
    max_messages: 'pause',
    steered: 'pause',
  },
  preferred: {
    stop: 'completed',
    stop_sequence: 'completed',
    length: 'max_output_tokens',
    context_length: 'max_output_tokens',
    tool_calls: 'completed',
    // `completed` would call an unfinished turn finished; clients read the reason of an incomplete one unchecked.
    pause: 'max_messages',
    refusal: 'content_filter',
    content_filter: 'content_filter',
    compaction: 'completed',
    unknown: 'completed',
    error: undefined,
    malformed: undefined,
  },
};

/** Status and `incomplete_details.reason` of a response. */
export type ResponseEnding =
  | { readonly status: 'completed' }
  | { readonly status: 'incomplete'; readonly reason: string };

/** The ending for a finish; undefined where only a failure may end the response. */
export function responseEnding(finish: Finish, answer: AnswerTraits): ResponseEnding | undefined {
  const word = endingWord(finish, answer);
  if (word === undefined) {
    return undefined;
  }
  return word === 'completed' ? { status: word } : { status: 'incomplete', reason: word };
}

function endingWord(finish: Finish, answer: AnswerTraits): string | undefined {
  const kept = keptFinish(responseEndings, finish);
  if (kept !== undefined) {
    return kept;
  }
  // OpenAI's own form of a refusal: the words in a refusal part of a completed response.
  if (finish.kind === 'refusal' && answer.refusalText) {
    return 'completed';
  }
  return responseEndings.preferred[finish.kind];
}
