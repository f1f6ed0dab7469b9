import type { WireMutation } from '../core/mutation.ts';
import { hasContent, type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that asks again when its upstream fails, after it has sent the beginning, and begins once more. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-restarted',
  title: 'The text begins again from its first word.',
  source: { text: 'K04 and S04: text that repeats itself', doc: 'docs/faults.md#k04' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withParts(restarted), 'it has no text')),
};

function restarted(parts: readonly ToldPart[]): readonly ToldPart[] {
  const at = parts.findLastIndex((part) => part.kind === 'text' && hasContent(part));
  const text = parts[at];
  const deltas = text?.events.filter((event) => event.kind === 'content.delta') ?? [];
  const last = deltas.at(-1);
  if (text === undefined || last === undefined) {
    return parts;
  }
  const again = { ...last, text: deltas.map((delta) => delta.text).join('') };
  return parts.with(at, { ...text, events: text.events.toSpliced(text.events.indexOf(last) + 1, 0, again) });
}
