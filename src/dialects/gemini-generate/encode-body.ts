import { isArray, isObject, type JsonObject, type JsonRecord, type JsonValue } from '../../core/json.ts';
import type { Choice, Outcome, Part } from '../../core/outcome.ts';
import type { EncoderOptions } from '../dialect.ts';
import { choiceFinishWord } from '../finish-word.ts';
import { objectArguments } from '../object-arguments.ts';
import { opaqueValues } from '../opaque-values.ts';
import { reportedNumbers } from '../reported-usage.ts';
import { callPart, candidateMember, foreignPart, promptFeedbackName, textPart } from './parts.ts';
import { geminiUsage } from './usage.ts';

/**
 * The non-stream response of an outcome. A candidate without a finish that Gemini can say gets none, never an invented
 * success.
 */
export function encodeGeminiBody(outcome: Outcome, options: EncoderOptions): JsonObject {
  const choices = [...outcome.choices].sort((a, b) => a.index - b.index);
  const feedback = opaqueValues(
    choices.flatMap(({ parts }) => parts.filter(isFeedback)),
    'block',
  ).at(-1);
  const candidates = choices.filter(({ parts }) => !parts.some(isFeedback)).map(encodeCandidate);
  return {
    candidates: candidates.length === 0 && feedback !== undefined ? undefined : candidates,
    promptFeedback: feedback,
    usageMetadata: geminiUsage(reportedNumbers(outcome.usage)),
    modelVersion: outcome.model || options.model,
    responseId: outcome.id || options.id,
  };
}

function encodeCandidate(choice: Choice): JsonObject {
  const parts = choice.parts.flatMap(partsOf);
  const members: JsonRecord = {};
  for (const { name, value } of choice.parts.flatMap((part) => part.opaque)) {
    const before = members['logprobsResult'];
    Object.assign(members, candidateMember(name, name === 'logprobs_result' ? joinLogprobs(before, value) : value));
  }
  const lostCall = choice.parts.some((part) => part.kind === 'tool' && partsOf(part).length === 0);
  return {
    // When the answer says nothing, the provider leaves out the parts.
    content: { parts: parts.length === 0 ? undefined : parts, role: 'model' },
    finishReason: choiceFinishWord('gemini-generate', choice, lostCall),
    ...members,
    index: choice.index,
  };
}

/**
 * A stream gives the tokens chunk by chunk, a body in one list. Members that are not lists are those of the last chunk.
 */
function joinLogprobs(before: JsonValue | undefined, more: JsonValue): JsonValue {
  if (before === undefined || !isObject(before) || !isObject(more)) {
    return more;
  }
  const joined: JsonRecord = { ...before, ...more };
  for (const name of ['chosenCandidates', 'topCandidates']) {
    const [left, right] = [before[name] ?? [], more[name] ?? []];
    if (isArray(left) && isArray(right) && left.length + right.length > 0) {
      joined[name] = [...left, ...right];
    }
  }
  return joined;
}

function partsOf(part: Part): readonly JsonObject[] {
  const signature = opaqueValues([part], 'thought_signature').at(-1);
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.content === '' && signature === undefined ? [] : [textPart(part.content, false, signature)];
    case 'reasoning':
      return part.content === '' && signature === undefined ? [] : [textPart(part.content, true, signature)];
    case 'tool': {
      const call =
        part.tool?.completed === true ? callPart(part.tool, objectArguments(part.tool), signature) : undefined;
      return call === undefined ? [] : [call];
    }
    case 'other':
    case 'image':
    case 'audio': {
      const block = isFeedback(part) ? undefined : foreignPart(opaqueValues([part], 'block').at(-1));
      return block === undefined ? [] : [block];
    }
    case 'server_tool':
      return [];
  }
}

function isFeedback(part: Part): boolean {
  return part.kind === 'other' && part.name === promptFeedbackName;
}
