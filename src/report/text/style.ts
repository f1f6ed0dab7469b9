import { styleText } from 'node:util';

/** What a piece of text means, independent of how it looks. */
export type Role = 'good' | 'bad' | 'doubtful' | 'strong' | 'quiet';

/** Marks text for a terminal. Changes nothing where there are no colours. */
export type Style = (role: Role, text: string) => string;

const formats = {
  good: ['green'],
  bad: ['red', 'bold'],
  doubtful: ['yellow'],
  strong: ['bold'],
  quiet: ['dim'],
} as const;

export function createStyle(colours: boolean): Style {
  // The caller knows the terminal and has decided whether there are colours.
  return (role, text) => (colours ? styleText([...formats[role]], text, { validateStream: false }) : text);
}
