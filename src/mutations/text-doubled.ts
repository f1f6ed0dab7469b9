import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { mapEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { pickOne } from './stream/positions.ts';
import { givenTexts } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** An increment that is delivered twice, because two fields or two events were read for the same thing. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-doubled',
  title: 'One delta of the text comes twice.',
  source: { text: 'K01 and T11: text that is read twice', doc: 'docs/faults.md#k01' },
  breakage: 'fault',
  variants: forScripts((source) =>
    givenTexts(source).length === 0
      ? 'it has no text'
      : only((given, random) => {
          const chosen = pickOne(givenTexts(given), random);
          return mapEvents(given, (event, at) =>
            at === chosen?.event
              ? withValue(given, event, chosen.place, textAt(event.json, chosen.place).repeat(2))
              : event,
          );
        }),
  ),
};
