import { isObject, type JsonObject, parseJsonToRewrite } from '../core/json.ts';
import type { ToolCall } from '../core/outcome.ts';

/*
 * For dialects in which the arguments of a call are an object. The input of tools that take plain text becomes
 * `{ "input": … }` there, whole or piece by piece.
 */
export const inputOpening = '{"input":"';
export const inputClosing = '"}';

/** A piece of plain input, as it stands between opening and closing. */
export function inputPiece(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The arguments of a call as JSON text. */
export function objectArguments({ arguments: { state }, argumentsRaw }: ToolCall): string {
  return state === 'text' ? `${inputOpening}${inputPiece(argumentsRaw)}${inputClosing}` : argumentsRaw;
}

/** The object that arguments state; an empty one where there are none, undefined for what is no object. */
export function parseArguments(argumentsRaw: string): JsonObject | undefined {
  const parsed = parseJsonToRewrite(argumentsRaw || '{}');
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** Arguments for an API to take, or to reject rather than us to mend: what is no object travels as its raw text. */
export function argumentsToSend(argumentsRaw: string): JsonObject | string {
  return parseArguments(argumentsRaw) ?? argumentsRaw;
}
