import type { WireMutation } from '../core/mutation.ts';
import { type PartEvent, type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { type EventVariant, forScripts } from './stream/variants.ts';

/** Where `str.splitlines` of Python ends a line, though they stand in JSON as they are. */
const separators = /[\u0085\u2028\u2029]/g;

/**
 * A relay that splits a stream into lines as its language does, and puts the pieces together again. In server-sent
 * events only LF, CR and CR LF end a line.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'line-separators-lost',
  title: 'Characters at which some readers end a line are missing.',
  source: { text: 'F18: separators of lines', doc: 'docs/faults.md#f18' },
  breakage: 'fault',
  variants: forScripts((source) => {
    const variants = (['text', 'arguments'] as const).flatMap((label): readonly EventVariant[] => {
      const found = retoldBy(source, withParts(without(label)), '');
      return typeof found === 'string' ? [] : found.map((variant) => ({ ...variant, label }));
    });
    return variants.length === 0 ? 'no text and no arguments of it have such characters' : variants;
  }),
};

function without(where: 'text' | 'arguments') {
  const kind = where === 'text' ? 'content.delta' : 'tool.arguments.delta';
  const changed = (event: PartEvent): PartEvent =>
    event.kind === kind && 'text' in event ? { ...event, text: event.text.replace(separators, '') } : event;
  return (parts: readonly ToldPart[]): readonly ToldPart[] =>
    parts.map((part) => ({ ...part, events: part.events.map(changed) }));
}
