import type { Style } from './style.ts';
import { printable } from './words.ts';

/** `why       a swallowed error …`, indented. */
export function labelled(label: string, text: string, style: Style, indent = 8): string {
  return `${' '.repeat(indent)}${style('quiet', label.padEnd(9))} ${text}`;
}

/** What was expected, what was seen, and where. Text of a relay is made safe to print. */
export function expectedAndActual(
  { expected, actual }: { readonly expected: string; readonly actual: string },
  place: string,
  style: Style,
  indent?: number,
): readonly string[] {
  const seen = place === '' ? printable(actual) : `${printable(actual)}   ${style('quiet', place)}`;
  return [labelled('expected', printable(expected), style, indent), labelled('actual', seen, style, indent)];
}
