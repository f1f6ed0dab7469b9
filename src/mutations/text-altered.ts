import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { Random } from '../core/random.ts';
import { mapEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { pickOne } from './stream/positions.ts';
import { givenTexts } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** A character that was split over two chunks and decoded half by half, for instance. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-altered',
  title: 'One character of the text is another one.',
  source: { text: 'F01: chunks that end anywhere', doc: 'docs/faults.md#f01' },
  breakage: 'fault',
  variants: forScripts((source) =>
    givenTexts(source).length === 0
      ? 'it has no text'
      : only((given, random) => {
          const chosen = pickOne(givenTexts(given), random);
          return mapEvents(given, (event, at) =>
            at === chosen?.event
              ? withValue(given, event, chosen.place, altered(textAt(event.json, chosen.place), random))
              : event,
          );
        }),
  ),
};

function altered(text: string, random: Random): string {
  const characters = [...text];
  const at = random.integer(characters.length);
  return characters.with(at, characters[at] === '\ufffd' ? '?' : '\ufffd').join('');
}
