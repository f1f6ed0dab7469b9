import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that opens a text before it knows whether one will come. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'empty-part-added',
  title: 'An empty text stands before the first part of the answer.',
  source: { text: 'P02: borders of parts', doc: 'docs/faults.md#p02' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withParts(withEmptyText), 'it has no parts')),
};

function withEmptyText(parts: readonly ToldPart[]): readonly ToldPart[] {
  const [opening] = parts[0]?.events ?? [];
  if (opening === undefined) {
    return parts;
  }
  const { at, frame } = opening;
  const empty: ToldPart = {
    kind: 'text',
    events: [
      { kind: 'content.started', at, frame, part: 'text' },
      { kind: 'content.completed', at, frame },
    ],
  };
  return [empty, ...parts];
}
