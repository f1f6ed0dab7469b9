import type { ToolCall } from '../core/outcome.ts';

/*
 * Some tools take plain text. In a dialect in which arguments are always an object, their input becomes
 * `{ "input": … }`, whole or piece by piece.
 */
export const inputOpening = '{"input":"';
export const inputClosing = '"}';

/** A piece of plain input, as it stands between opening and closing. */
export function inputPiece(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The arguments of a call for a dialect in which they are an object. */
export function objectArguments({ arguments: { state }, argumentsRaw }: ToolCall): string {
  return state === 'text' ? `${inputOpening}${inputPiece(argumentsRaw)}${inputClosing}` : argumentsRaw;
}
