import { isObject, type JsonObject, type JsonValue, parseJsonToRewrite } from '../../core/json.ts';

/** Name under which the feedback on a refused prompt travels: it is no part on the wire, but all that the answer is. */
export const promptFeedbackName = 'promptFeedback';

/** Opaque values of a candidate and the member that holds each (@google/genai genai.d.ts, Candidate). */
const candidateMembers: ReadonlyMap<string, string> = new Map([
  ['citation_metadata', 'citationMetadata'],
  ['grounding_metadata', 'groundingMetadata'],
  ['url_context_metadata', 'urlContextMetadata'],
  ['logprobs_result', 'logprobsResult'],
  ['continuation_token', 'continuationToken'],
]);

/** The opaque value as a member of its candidate; undefined when it is none of this dialect's. */
export function candidateMember(name: string, value: JsonValue): JsonObject | undefined {
  const member = candidateMembers.get(name);
  return member === undefined ? undefined : { [member]: value };
}

/** Text of the answer, or of its reasoning, with its signature where there is one. */
export function textPart(text: string, thought: boolean, signature?: JsonValue): JsonObject {
  return {
    text,
    ...(thought ? { thought: true } : {}),
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

/** A call whose arguments have all come. */
export interface WholeCall {
  readonly id: string;
  readonly name: string;
  /** JSON text; empty means none. */
  readonly argumentsRaw: string;
  readonly signature?: JsonValue;
}

/** The part of a call; undefined when it has no name or its arguments are no JSON object: no part can hold that. */
export function callPart({ id, name, argumentsRaw, signature }: WholeCall): JsonObject | undefined {
  const parsed = parseJsonToRewrite(argumentsRaw === '' ? '{}' : argumentsRaw);
  if (name === '' || !parsed.ok || !isObject(parsed.value)) {
    return undefined;
  }
  return {
    functionCall: { ...(id === '' ? {} : { id }), name, args: parsed.value },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

/** A kept block that is a part of this dialect: parts have no `type`, blocks of the other dialects do. */
export function foreignPart(value: JsonValue): JsonObject | undefined {
  return isObject(value) && value['type'] === undefined && Object.keys(value).length > 0 ? value : undefined;
}
