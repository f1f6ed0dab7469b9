import { textAt } from '../../core/json-path.ts';
import type { WireMutation } from '../../core/mutation.ts';
import type { Random } from '../../core/random.ts';
import { withEdits } from './json-edit.ts';
import { pickOne } from './positions.ts';
import { givenTexts } from './turn.ts';
import { forScripts, only } from './variants.ts';

/** The single variant that changes an increment of text. Chance picks the increment. */
export function withOneText(change: (text: string, random: Random) => string): WireMutation['variants'] {
  return forScripts((source) =>
    givenTexts(source).length === 0
      ? 'it has no text'
      : only((given, random) => {
          const chosen = pickOne(givenTexts(given), random);
          if (chosen === undefined) {
            return withEdits(given, []);
          }
          const text = textAt(given.events[chosen.event]?.json, chosen.place);
          return withEdits(given, [{ ...chosen, value: change(text, random) }]);
        }),
  );
}
