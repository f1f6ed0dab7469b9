import { isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { parseArguments } from '../object-arguments.ts';

/** The name for the feedback on a refused prompt. It is not a part on the wire, but it is the whole answer. */
export const promptFeedbackName = 'promptFeedback';

/** Opaque values of a candidate and the member that holds each (@google/genai genai.d.ts, Candidate). */
const candidateMembers: ReadonlyMap<string, string> = new Map([
  ['citation_metadata', 'citationMetadata'],
  ['grounding_metadata', 'groundingMetadata'],
  ['url_context_metadata', 'urlContextMetadata'],
  ['logprobs_result', 'logprobsResult'],
  ['continuation_token', 'continuationToken'],
]);

/** The opaque value as a member of its candidate; undefined if it is not a value of this dialect. */
export function candidateMember(name: string, value: JsonValue): JsonObject | undefined {
  const member = candidateMembers.get(name);
  return member === undefined ? undefined : { [member]: value };
}

/** Text of the answer, or of its reasoning, with its signature if there is one. */
export function textPart(text: string, thought: boolean, signature?: JsonValue): JsonObject {
  return { text, thought: thought || undefined, thoughtSignature: signature };
}

/**
 * The part of a call; undefined if it has no name or its arguments are not a JSON object, because no part can hold
 * that.
 * @param argumentsRaw JSON text; empty means none
 */
export function callPart(
  { id, name }: { readonly id: string; readonly name: string },
  argumentsRaw: string,
  signature?: JsonValue,
): JsonObject | undefined {
  const args = parseArguments(argumentsRaw);
  if (name === '' || args === undefined) {
    return undefined;
  }
  return { functionCall: { id: id || undefined, name, args }, thoughtSignature: signature };
}

/** A kept block, if it is a part of this dialect: parts have no `type`, and blocks of the other dialects have one. */
export function foreignPart(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) && value['type'] === undefined && Object.keys(value).length > 0 ? value : undefined;
}
