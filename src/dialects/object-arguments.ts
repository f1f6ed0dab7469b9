import { isObject, type JsonObject, parseJsonToRewrite } from '../core/json.ts';
import type { ToolCall } from '../core/outcome.ts';

/*
 * For dialects in which the arguments of a call are an object. The input of tools that take plain text becomes
 * `{ "input": … }` there, whole or piece by piece.
 */
export const inputOpening = '{"input":"';
export const inputClosing = '"}';

/** A piece of plain input, as it is written between opening and closing. */
export function inputPiece(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The arguments of a call as JSON text. */
export function objectArguments({ arguments: { state }, argumentsRaw }: ToolCall): string {
  return state === 'text' ? `${inputOpening}${inputPiece(argumentsRaw)}${inputClosing}` : argumentsRaw;
}

/** The object that arguments state. It is empty if there are none, and undefined if they are not an object. */
export function parseArguments(argumentsRaw: string): JsonObject | undefined {
  const parsed = parseJsonToRewrite(argumentsRaw || '{}');
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/**
 * Arguments to send to an API. If they are not an object, they go as raw text: the API may reject them, we do not
 * repair.
 */
export function argumentsToSend(argumentsRaw: string): JsonObject | string {
  return parseArguments(argumentsRaw) ?? argumentsRaw;
}
