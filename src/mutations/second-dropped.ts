import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { type EventVariant, forScripts } from './stream/variants.ts';

/** A relay that takes the first part, the first call or the first choice of an event, as most events have only one. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'second-dropped',
  title: 'Of what an event says, only the first thing arrives.',
  source: { text: 'C04: several things in one event', doc: 'docs/faults.md#c04' },
  breakage: 'fault',
  variants: forScripts((source) => {
    const variants = ([everySecondCall, everySecondText] as const).flatMap((drop, index): readonly EventVariant[] => {
      const found = retoldBy(source, withParts(drop), '');
      const label = index === 0 ? 'call' : 'text';
      return typeof found === 'string' ? [] : found.map((variant) => ({ ...variant, label }));
    });
    return variants.length === 0 ? 'it has neither two calls nor two deltas of text' : variants;
  }),
};

function everySecondCall(parts: readonly ToldPart[]): readonly ToldPart[] {
  const calls = parts.filter(({ kind }) => kind === 'tool');
  return parts.filter((part) => calls.indexOf(part) % 2 !== 1);
}

function everySecondText(parts: readonly ToldPart[]): readonly ToldPart[] {
  const deltas = parts.flatMap(({ events }) => events.filter((event) => event.kind === 'content.delta'));
  return parts.map((part) => ({
    ...part,
    events: part.events.filter((event) => event.kind !== 'content.delta' || deltas.indexOf(event) % 2 === 0),
  }));
}
