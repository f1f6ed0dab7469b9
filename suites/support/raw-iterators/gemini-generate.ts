import { isObject, type JsonObject } from '../../../src/core/json.ts';
import { Choices, listAt, numberOf, objectAt, type RawAnswer, type RawIterator, textOf, wordOf } from './raw-answer.ts';

/** Of https://ai.google.dev/api/generate-content. Each chunk holds something of the answer. */
export const geminiGenerateRaw: RawIterator = {
  structure: [],
  read: readGemini,
};

function readGemini(chunks: readonly JsonObject[]): RawAnswer {
  const choices = new Choices();
  let usage: JsonObject = {};
  for (const chunk of chunks) {
    usage = { ...usage, ...objectAt(chunk, 'usageMetadata') };
    for (const candidate of listAt(chunk, 'candidates')) {
      const choice = choices.at(candidate['index']);
      for (const part of listAt(objectAt(candidate, 'content'), 'parts')) {
        if (part['thought'] === true) {
          choice.reasoning += textOf(part['text']);
        } else {
          choice.text += textOf(part['text']);
        }
        if (isObject(part['functionCall'])) {
          choice.arguments.push(objectAt(part, 'functionCall')['args'] ?? {});
        }
      }
      choice.finish = wordOf(candidate['finishReason']) ?? choice.finish;
    }
    const blocked = wordOf(objectAt(chunk, 'promptFeedback')['blockReason']);
    if (blocked !== undefined) {
      choices.at(0).finish = blocked;
    }
  }
  const sum = (names: readonly string[]): number | undefined => {
    const known = names.map((name) => numberOf(usage[name])).filter((count) => count !== undefined);
    return known.length === 0 ? undefined : known.reduce((left, right) => left + right, 0);
  };
  return choices.answer(
    sum(['promptTokenCount', 'toolUsePromptTokenCount']),
    sum(['candidatesTokenCount', 'thoughtsTokenCount']),
  );
}
