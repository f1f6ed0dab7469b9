import type { JsonObject } from '../../../src/core/json.ts';
import { Choices, listAt, numberOf, objectAt, type RawAnswer, type RawIterator, textOf, wordOf } from './raw-answer.ts';

/** Of https://developers.openai.com/api/reference/resources/chat. */
export const openaiChatRaw: RawIterator = {
  structure: ['[DONE]'],
  read: readChat,
};

function readChat(chunks: readonly JsonObject[]): RawAnswer {
  const choices = new Choices();
  let usage: JsonObject = {};
  for (const chunk of chunks) {
    usage = { ...usage, ...objectAt(chunk, 'usage') };
    for (const given of listAt(chunk, 'choices')) {
      const choice = choices.at(given['index']);
      const delta = objectAt(given, 'delta');
      choice.text += textOf(delta['content']);
      choice.reasoning += textOf(delta['reasoning_content']) || textOf(delta['reasoning']);
      choice.refusal += textOf(delta['refusal']);
      choice.finish = wordOf(given['finish_reason']) ?? choice.finish;
      for (const call of listAt(delta, 'tool_calls')) {
        const key = String(call['index']);
        choice.calls.add(key, objectAt(call, 'function')['arguments'] ?? objectAt(call, 'custom')['input']);
      }
    }
  }
  return choices.answer(numberOf(usage['prompt_tokens']), numberOf(usage['completion_tokens']));
}
