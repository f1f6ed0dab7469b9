import { isArray, isObject, type JsonObject, type JsonValue, parseJsonToRewrite } from '../../core/json.ts';

/*
 * The forms that a line of a stream and a body share (ollama api/types.go, ChatResponse).
 */

/** What the message of a line says beside its role. */
export interface Message {
  readonly content?: string;
  readonly thinking?: string;
  readonly images?: readonly JsonValue[];
  readonly tool_calls?: readonly JsonObject[];
}

/** @param created seconds since 1970 @param members what stands behind the message, `done` among it */
export function chatResponse(model: string, created: number, message: Message, members: JsonObject): JsonObject {
  return {
    model,
    created_at: new Date(created * 1000).toISOString(),
    message: { role: 'assistant', content: '', ...message },
    ...members,
  };
}

/** A call whose arguments have all come. */
export interface WholeCall {
  readonly id: string;
  readonly name: string;
  /** JSON text; empty means none. */
  readonly argumentsRaw: string;
}

/** The call at its place among the calls; undefined when it has no name or its arguments are no JSON object. */
export function toolCall({ id, name, argumentsRaw }: WholeCall, index: number): JsonObject | undefined {
  const parsed = parseJsonToRewrite(argumentsRaw === '' ? '{}' : argumentsRaw);
  return name === '' || !parsed.ok || !isObject(parsed.value)
    ? undefined
    : { ...(id === '' ? {} : { id }), function: { index, name, arguments: parsed.value } };
}

/** Log probabilities as this dialect lists them, which is how OpenAI's dialects do; none for what is none. */
export function tokensOf(value: JsonValue): readonly JsonObject[] {
  const list = isObject(value) ? value['content'] : value;
  return list !== undefined && isArray(list) ? list.filter(isObject).filter(isToken).map(withoutNull) : [];
}

function isToken({ token, logprob }: JsonObject): boolean {
  return typeof token === 'string' && typeof logprob === 'number';
}

/** The server leaves out what it does not know. */
function withoutNull(token: JsonObject): JsonObject {
  const { top_logprobs: alternatives, ...own } = token;
  const known = Object.fromEntries(Object.entries(own).filter(([, member]) => member !== null));
  return alternatives !== undefined && isArray(alternatives) && alternatives.length > 0
    ? { ...known, top_logprobs: tokensOf(alternatives) }
    : known;
}
