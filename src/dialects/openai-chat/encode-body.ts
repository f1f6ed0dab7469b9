import { isArray, type JsonObject, type JsonRecord, type JsonValue } from '../../core/json.ts';
import type { Choice, Outcome, ToolCall } from '../../core/outcome.ts';
import type { EncoderOptions } from '../dialect.ts';
import { choiceFinishWord, isCut } from '../finish-word.ts';
import { inventedCallId } from '../invented-id.ts';
import { chatAnnotation } from '../openai-annotations.ts';
import { chatLogprobs } from '../openai-logprobs.ts';
import { reportedNumbers } from '../reported-usage.ts';
import { wholeAudio } from './audio.ts';
import { chatUsage } from './usage.ts';

/**
 * The non-stream completion of an outcome. `usage` is there whenever it is known, asked for or not. A choice without a
 * finish that Chat can say gets `finish_reason: null`, never an invented success.
 */
export function encodeChatBody(outcome: Outcome, options: EncoderOptions): JsonObject {
  const id = outcome.id || options.id;
  const usage = chatUsage(reportedNumbers(outcome.usage));
  return {
    id,
    object: 'chat.completion',
    created: options.created,
    model: outcome.model || options.model,
    choices: [...outcome.choices].sort((a, b) => a.index - b.index).map((choice) => encodeChoice(choice, id)),
    ...(usage === undefined ? {} : { usage }),
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
  const opaque = choice.parts.flatMap((part) => part.opaque);
  const audio = wholeAudio(opaque.filter(({ name }) => name === 'audio').map(({ value }) => value));
  const annotations = opaque
    .map(({ name, value }) => (name === 'annotation' ? chatAnnotation(value) : undefined))
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
    ...(choice.reasoning === '' ? {} : { reasoning_content: choice.reasoning }),
    refusal: choice.refusal === '' ? null : choice.refusal,
    ...(annotations.length === 0 ? {} : { annotations }),
    ...(audio === undefined ? {} : { audio }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

/** A call without arguments says `{}`, but for one that the token limit cut before they began. */
function encodeCall(tool: ToolCall, inventedId: string, choice: Choice): JsonObject {
  const whole = tool.completed || !isCut(choice.finish);
  const id = tool.id || inventedId;
  if (tool.arguments.state === 'text') {
    return { id, type: 'custom', custom: { name: tool.name, input: tool.argumentsRaw } };
  }
  return {
    id,
    type: 'function',
    function: { name: tool.name, arguments: tool.argumentsRaw === '' && whole ? '{}' : tool.argumentsRaw },
  };
}

/** A stream tells the tokens piece by piece, a body in one list per channel. */
function joinLogprobs(choice: Choice): JsonObject | null {
  const joined: JsonRecord = {};
  for (const { name, value } of choice.parts.flatMap((part) => part.opaque)) {
    const logprobs = name === 'logprobs' ? chatLogprobs(value) : undefined;
    if (logprobs !== undefined) {
      for (const channel of ['content', 'refusal']) {
        joined[channel] = joinTokens(joined[channel], logprobs[channel]);
      }
    }
  }
  return Object.keys(joined).length === 0 ? null : joined;
}

function joinTokens(before: JsonValue | undefined, more: JsonValue | undefined): JsonValue {
  const tokens = [...(isArray(before) ? before : []), ...(isArray(more) ? more : [])];
  return tokens.length === 0 && !isArray(before) && !isArray(more) ? null : tokens;
}
