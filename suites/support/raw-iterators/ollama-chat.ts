import type { JsonObject } from '../../../src/core/json.ts';
import {
  Choices,
  givenOf,
  listAt,
  numberOf,
  objectAt,
  type RawAnswer,
  type RawIterator,
  textOf,
  wordOf,
} from './raw-answer.ts';

/** Of https://docs.ollama.com/api/chat. Each line holds something of the answer. */
export const ollamaChatRaw: RawIterator = {
  structure: [],
  read: readOllama,
};

function readOllama(chunks: readonly JsonObject[]): RawAnswer {
  const choices = new Choices();
  let usage: JsonObject = {};
  for (const chunk of chunks) {
    const choice = choices.at(0);
    const message = objectAt(chunk, 'message');
    choice.text += textOf(message['content']);
    choice.reasoning += textOf(message['thinking']);
    for (const call of listAt(message, 'tool_calls')) {
      choice.arguments.push(objectAt(call, 'function')['arguments'] ?? {});
    }
    choice.finish = wordOf(chunk['done_reason']) ?? choice.finish;
    usage = { ...usage, ...givenOf(chunk) };
  }
  return choices.answer(numberOf(usage['prompt_eval_count']), numberOf(usage['eval_count']));
}
