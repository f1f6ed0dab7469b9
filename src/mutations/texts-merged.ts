import type { WireMutation } from '../core/mutation.ts';
import { hasContent, type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that holds the text of an answer as one string. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'texts-merged',
  title: 'Two texts in a row become one.',
  source: { text: 'P02: borders of parts', doc: 'docs/faults.md#p02' },
  // All words are there, and in their order.
  breakage: 'repairable',
  variants: forScripts((source) => retoldBy(source, withParts(merged), 'it has no two texts in a row')),
};

function merged(parts: readonly ToldPart[]): readonly ToldPart[] {
  const second = parts.findIndex((part, index) => isText(part) && isText(parts[index - 1]));
  const [left, right] = [parts[second - 1], parts[second]];
  if (left === undefined || right === undefined) {
    return parts;
  }
  const joint = {
    ...left,
    events: [
      ...left.events.filter(({ kind }) => kind !== 'content.completed'),
      ...right.events.filter(({ kind }) => kind !== 'content.started'),
    ],
  };
  return parts.toSpliced(second - 1, 2, joint);
}

function isText(part: ToldPart | undefined): boolean {
  return part?.kind === 'text' && hasContent(part);
}
