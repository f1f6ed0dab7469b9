import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that knows one channel for words. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'refusal-as-text',
  title: 'The words of a refusal come as the text of the answer.',
  source: { text: 'P03: refusals', doc: 'docs/faults.md#p03' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withParts(asText), 'it has no refusal')),
};

function asText(parts: readonly ToldPart[]): readonly ToldPart[] {
  return parts.map((part) => (part.kind === 'refusal' ? text(part) : part));
}

function text(part: ToldPart): ToldPart {
  const told = part.events.map((event) =>
    event.kind === 'refusal.delta' ? ({ ...event, kind: 'content.delta' } as const) : event,
  );
  return { ...part, kind: 'text', events: told };
}
