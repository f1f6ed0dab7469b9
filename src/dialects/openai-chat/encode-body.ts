import { isArray, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Choice, Outcome, ToolCall } from '../../core/outcome.ts';
import type { EncoderOptions } from '../dialect.ts';
import { choiceFinishWord, isCut } from '../finish-word.ts';
import { inventedCallId } from '../invented-id.ts';
import { opaqueValues } from '../opaque-values.ts';
import { chatAnnotation } from '../openai-annotations.ts';
import { chatLogprobs } from '../openai-logprobs.ts';
import { reportedNumbers } from '../reported-usage.ts';
import { wholeAudio } from './audio.ts';
import { chatUsage } from './usage.ts';

/**
 * The non-stream completion of an outcome. It has `usage` whenever that is known, asked for or not. A choice without a
 * finish that Chat can say gets `finish_reason: null`, never an invented success.
 */
export function encodeChatBody(outcome: Outcome, options: EncoderOptions): JsonObject {
  const id = outcome.id || options.id;
  return {
    id,
    object: 'chat.completion',
    created: options.created,
    model: outcome.model || options.model,
    choices: [...outcome.choices].sort((a, b) => a.index - b.index).map((choice) => encodeChoice(choice, id)),
    usage: chatUsage(reportedNumbers(outcome.usage)),
  };
}

function encodeChoice(choice: Choice, responseId: string): JsonObject {
  return {
    index: choice.index,
    message: encodeMessage(choice, responseId),
    logprobs: joinLogprobs(choice),
    finish_reason: choiceFinishWord('openai-chat', choice) ?? null,
  };
}

function encodeMessage(choice: Choice, responseId: string): JsonObject {
  const audio = wholeAudio(opaqueValues(choice.parts, 'audio'));
  const annotations = opaqueValues(choice.parts, 'annotation')
    .map(chatAnnotation)
    .filter((annotation) => annotation !== undefined);
  const silent = choice.tools.length > 0 || choice.refusal !== '' || audio !== undefined;
  const calls = choice.parts.flatMap((part, index) =>
    part.kind === 'tool' && part.tool !== undefined
      ? [encodeCall(part.tool, inventedCallId('call_', responseId, { choice: choice.index, part: index }), choice)]
      : [],
  );
  return {
    role: 'assistant',
    content: choice.text === '' && silent ? null : choice.text,
    reasoning_content: choice.reasoning || undefined,
    refusal: choice.refusal || null,
    annotations: annotations.length === 0 ? undefined : annotations,
    audio,
    tool_calls: calls.length === 0 ? undefined : calls,
  };
}

/** A call without arguments says `{}`, unless the token limit cut it before they began. */
function encodeCall(tool: ToolCall, inventedId: string, choice: Choice): JsonObject {
  const { name, argumentsRaw } = tool;
  const id = tool.id || inventedId;
  if (tool.arguments.state === 'text') {
    return { id, type: 'custom', custom: { name, input: argumentsRaw } };
  }
  const none = tool.completed || !isCut(choice.finish) ? '{}' : '';
  return { id, type: 'function', function: { name, arguments: argumentsRaw || none } };
}

/** A stream gives the tokens piece by piece, a body in one list per channel. */
function joinLogprobs(choice: Choice): JsonObject | null {
  const pieces = opaqueValues(choice.parts, 'logprobs')
    .map(chatLogprobs)
    .filter((piece) => piece !== undefined);
  const join = (channel: string): readonly JsonValue[] | null => {
    const lists = pieces.map((piece) => piece[channel]).filter(isArray);
    return lists.length === 0 ? null : lists.flat();
  };
  return pieces.length === 0 ? null : { content: join('content'), refusal: join('refusal') };
}
