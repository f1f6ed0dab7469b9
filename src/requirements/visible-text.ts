import { shortHash } from '../core/hash.ts';
import type { Choice } from '../core/outcome.ts';

/** Text and refusal together: Messages and Gemini have no channel of their own for a refusal. */
export function visibleText(choice: Pick<Choice, 'text' | 'refusal'>): string {
  return choice.text + choice.refusal;
}

/** A text as a finding may describe it: its length in code points and its hash, never the text itself. */
export function describeText(text: string): string {
  return `${[...text].length} code points (${shortHash(text)})`;
}
