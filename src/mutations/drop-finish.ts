import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, writeEvents } from './stream/event-script.ts';
import { withFinishes } from './stream/finish-edit.ts';
import { givenFinishes, placesOf } from './stream/turn.ts';
import { type EventVariant, forScripts } from './stream/variants.ts';

/**
 * The end marker comes, but nothing said how the turn ended. `null`: the reason is null where it stood. `dropped`: the
 * event that carried it is missing, if it carried no text and no call. Whether a Chat stream with `[DONE]` alone may
 * pass for a success is a policy of the relay's owner (`doneWithoutFinish`); by default it may not.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'drop-finish',
  title: 'There is no finish reason.',
  source: { text: 'T04: terminals of the dialects', doc: 'docs/faults.md#t04' },
  stimulus: 'fault',
  breakage: 'fault',
  variants: forScripts((source) => {
    const finishes = givenFinishes(source);
    if (finishes.length === 0) {
      return 'it has no finish reason';
    }
    const nulled: EventVariant = { label: 'null', apply: (given) => withFinishes(given, () => null) };
    const says = finishes
      .map(({ event }) => source.events[event])
      .map((event) => event && placesOf(source).read(event));
    const expendable =
      source.form === 'stream' && says.every((read) => read?.texts.length === 0 && read.tools.length === 0);
    return expendable ? [nulled, { label: 'dropped', apply: withoutEvents }] : [nulled];
  }),
};

function withoutEvents(source: EventScript): WireScript {
  const finished = new Set(givenFinishes(source).map(({ event }) => event));
  return writeEvents(
    source,
    source.events.filter((_, index) => !finished.has(index)),
    { rest: source.rest },
  );
}
