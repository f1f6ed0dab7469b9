import type { DomainEvent } from '../core/domain-event.ts';
import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { ErrorClass, ReportedError } from '../core/reported-error.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { createEvent, type EventScript, writeEvents } from './stream/event-script.ts';
import { errorIn, retold, retoldBy } from './stream/retold.ts';
import { type EventVariants, forScripts, only } from './stream/variants.ts';

/** A relay that has one word for every error. Clients wait, retry or give up by what it means. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'error-class-changed',
  title: 'An error means something else.',
  source: { text: 'T05 and T07: what an error means', doc: 'docs/faults.md#t07' },
  breakage: 'repairable',
  variants: forScripts(variants),
};

function variants(source: EventScript): EventVariants {
  const error = errorIn(source);
  if (error === undefined) {
    return 'it reports no error';
  }
  const { status = 0 } = source.script.head;
  if (status < 400) {
    return retoldBy(source, otherwise, 'its dialect has no word for what an error means');
  }
  // Whatever a relay calls it, a 5xx says that the server failed.
  return status < 500 ? only((given) => answeredOtherwise(given)) : 'its status says enough';
}

/** Another class for which clients do something else, with a status of the same hundred. */
function otherClass({ class: meaning }: ReportedError): ErrorClass {
  return meaning === 'rate_limit' ? 'authentication' : 'rate_limit';
}

function otherError({ origin, message, ...error }: ReportedError): ReportedError {
  return { origin, class: otherClass({ origin, ...error }), ...(message === undefined ? {} : { message }) };
}

function otherwise(events: readonly DomainEvent[]): readonly DomainEvent[] {
  return events.map((event) =>
    event.kind === 'error.reported' ? { ...event, error: otherError(event.error) } : event,
  );
}

function answeredOtherwise(source: EventScript): WireScript {
  const error = errorIn(source);
  if (error === undefined) {
    return retold(source, otherwise);
  }
  const { status, body } = dialects[source.dialect].encodeError(otherError(error));
  const script = writeEvents(source, [createEvent(source, { data: JSON.stringify(body) })]);
  return { ...script, head: { ...script.head, status } };
}
