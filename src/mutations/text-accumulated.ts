import type { WireMutation } from '../core/mutation.ts';
import { type PartEvent, type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that holds the text so far, and sends that each time it grows. Its reader appends. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-accumulated',
  title: 'Each delta repeats all of the text before it.',
  source: { text: 'K04: text that repeats itself', doc: 'docs/faults.md#k04' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withParts(accumulated), 'its text comes in one piece')),
};

function accumulated(parts: readonly ToldPart[]): readonly ToldPart[] {
  return parts.map(({ kind, events }) => {
    let soFar = '';
    const told = events.map((event): PartEvent => {
      if (event.kind !== 'content.delta' || kind !== 'text') {
        return event;
      }
      soFar += event.text;
      return { ...event, text: soFar };
    });
    return { kind, events: told };
  });
}
