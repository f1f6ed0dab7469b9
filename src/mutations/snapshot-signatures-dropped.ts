import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { blanked } from './stream/blanks.ts';
import { type EventScript, mapEvents, withData } from './stream/event-script.ts';
import { placesOf, terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** A relay that gathers the answer for its last event from what it knows: texts and calls. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'snapshot-signatures-dropped',
  title: 'The terminal repeats the answer without its signatures.',
  source: { text: 'K03: signatures in the last snapshot', doc: 'docs/faults.md#k03' },
  breakage: 'fault',
  variants: forStreams((source) =>
    repeatedIn(source) === undefined ? 'its terminal does not repeat any signatures' : only(withoutRepetition),
  ),
};

/** The terminal without signatures, where an earlier event has them too. */
function repeatedIn(source: EventScript): string | undefined {
  const at = terminalAt(source);
  const { signatures = {} } = placesOf(source);
  const earlier = source.events.slice(0, Math.max(0, at)).some(({ data }) => blanked(data, signatures) !== undefined);
  return earlier ? blanked(source.events[at]?.data ?? '', signatures) : undefined;
}

function withoutRepetition(source: EventScript): WireScript {
  const at = terminalAt(source);
  const data = repeatedIn(source);
  return mapEvents(source, (event, index) =>
    index === at && data !== undefined ? withData(source, event, data) : event,
  );
}
