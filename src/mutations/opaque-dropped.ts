import type { WireMutation } from '../core/mutation.ts';
import type { Blanks } from '../dialects/places.ts';
import { blanked } from './stream/blanks.ts';
import { type EventScript, mapEvents, withData } from './stream/event-script.ts';
import { placesOf } from './stream/turn.ts';
import { forScripts } from './stream/variants.ts';

const groups = ['signatures', 'attachments'] as const;

/** A signature has a meaning only in its own dialect. A translating relay may leave out what is attached to a text. */
const effects = { signatures: { breakage: 'fault' }, attachments: { breakage: 'repairable' } } as const;

/**
 * A relay that knows only texts and calls. Without its signature the next turn is refused. Without its sources a text
 * is only a claim.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'opaque-dropped',
  title: 'Signatures, or the attachments of a text, are missing.',
  source: { text: 'K02: signatures of reasoning', doc: 'docs/faults.md#k02' },
  breakage: 'fault',
  variants: forScripts((source) => {
    const variants = groups.flatMap((group) => {
      const blanks = placesOf(source)[group] ?? {};
      return source.events.some(({ data }) => blanked(data, blanks) !== undefined)
        ? [{ label: group, effects: effects[group], apply: (given: EventScript) => withoutMembers(given, blanks) }]
        : [];
    });
    return variants.length === 0 ? 'it has no signatures or attachments' : variants;
  }),
};

function withoutMembers(source: EventScript, blanks: Blanks) {
  return mapEvents(source, (event) => {
    const data = blanked(event.data, blanks);
    return data === undefined ? event : withData(source, event, data);
  });
}
