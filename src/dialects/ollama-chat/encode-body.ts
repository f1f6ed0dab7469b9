import type { JsonObject } from '../../core/json.ts';
import type { Choice, Outcome } from '../../core/outcome.ts';
import type { EncoderOptions } from '../dialect.ts';
import { choiceFinishWord } from '../finish-word.ts';
import { objectArguments } from '../object-arguments.ts';
import { opaqueValues } from '../opaque-values.ts';
import { reportedNumbers } from '../reported-usage.ts';
import { chatResponse, type Message, tokensOf, toolCall } from './line.ts';
import { ollamaUsage } from './usage.ts';

/**
 * The non-stream response of an outcome, of its first choice. Without a finish that Ollama can say there is no
 * `done_reason`, never an invented success.
 */
export function encodeOllamaBody(outcome: Outcome, options: EncoderOptions): JsonObject {
  const choice = outcome.choices.find(({ index }) => index === 0);
  const calls = choice === undefined ? [] : callsOf(choice);
  const lostCall = calls.length < (choice?.tools.length ?? 0);
  const word = choice && choiceFinishWord('ollama-chat', choice, lostCall);
  const tokens = opaqueValues(choice?.parts ?? [], 'logprobs').flatMap(tokensOf);
  return chatResponse(outcome.model || options.model, options.created, messageOf(choice, calls), {
    done: true,
    ...(word === undefined ? {} : { done_reason: word }),
    ...(tokens.length === 0 ? {} : { logprobs: tokens }),
    ...ollamaUsage(reportedNumbers(outcome.usage)),
  });
}

function messageOf(choice: Choice | undefined, calls: readonly JsonObject[]): Message {
  const said = (choice?.parts ?? []).filter(({ kind }) => kind === 'text' || kind === 'refusal');
  const reasoning = choice?.reasoning ?? '';
  const images = opaqueValues(choice?.parts ?? [], 'image').filter((value) => typeof value === 'string');
  return {
    content: said.map(({ content }) => content).join(''),
    ...(reasoning === '' ? {} : { thinking: reasoning }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** Calls that are whole, counted in their order. */
function callsOf({ tools }: Choice): readonly JsonObject[] {
  const calls: JsonObject[] = [];
  for (const tool of tools.filter(({ completed }) => completed)) {
    const call = toolCall({ ...tool, argumentsRaw: objectArguments(tool) }, calls.length);
    if (call !== undefined) {
      calls.push(call);
    }
  }
  return calls;
}
