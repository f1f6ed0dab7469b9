import type { WireScript } from '../core/exchange.ts';
import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { sayingTheEndAgain } from './stream/dialect-effects.ts';
import { type EventScript, writeEvents } from './stream/event-script.ts';
import { withEdits } from './stream/json-edit.ts';
import { givenFinishes, placedFinishes, terminalAt } from './stream/turn.ts';
import { type EventVariant, forStreams } from './stream/variants.ts';

/**
 * A finish reason that comes too early or too often. `early`: on every chunk of the answer. `twice`: the event that
 * carries it comes again. Readers that end at the first one cut the answer.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'finish-repeated',
  title: 'The finish reason comes more than once.',
  source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
  stimulus: 'repairable',
  // Gemini models have repeated it in every chunk, and readers of that dialect go on after it.
  breakage: sayingTheEndAgain,
  repaired: 'The whole answer with one finish reason, the last.',
  variants: forStreams((source) => {
    const given = givenFinishes(source).length;
    const places = placedFinishes(source).length;
    if (given === 0 || places === given) {
      return given === 0 ? 'it has no finish reason' : 'only one event has a place for a finish reason';
    }
    // Nothing is lost when the right place says the same word twice. It is only a habit that no first-party stream has. But
    // where the terminal carries the word, the terminal comes twice.
    const isTerminal = givenFinishes(source).at(-1)?.event === terminalAt(source);
    const effects = isTerminal ? {} : ({ breakage: 'repairable' } as const);
    const twice: EventVariant = { label: 'twice', effects, apply: repeated };
    // Where only the opening comes before it, an early reason cannot cut off any content.
    return places < given + 2 ? [twice] : [{ label: 'early', apply: everywhere }, twice];
  }),
};

function everywhere(source: EventScript): WireScript {
  const raw = givenFinishes(source).at(-1)?.raw;
  const missing = placedFinishes(source).filter(
    ({ event, place }) => (valueAt(source.events[event]?.json, place) ?? '') === '',
  );
  return withEdits(
    source,
    missing.map((finish) => ({ ...finish, value: raw })),
  );
}

function repeated(source: EventScript): WireScript {
  const last = givenFinishes(source).at(-1)?.event;
  const events = source.events.flatMap((event, index) => (index === last ? [event, event] : [event]));
  return writeEvents(source, events, { rest: source.rest });
}
