import type { WireScript } from '../../core/exchange.ts';
import { type JsonValue, parseJsonToRewrite } from '../../core/json.ts';
import { type JsonPath, replaceValue } from '../../core/json-path.ts';
import { type EventScript, mapEvents, type ScriptEvent, withData } from './event-script.ts';
import type { Placed } from './turn.ts';
import { type EventVariants, only } from './variants.ts';

/**
 * The event with the value at `path` replaced, added (objects on the way to it too), or removed where it is undefined.
 * All other values stay, numbers digit for digit. Only white space between them may go. An event that is not JSON stays
 * as it is.
 */
export function withValue(
  source: EventScript,
  event: ScriptEvent,
  path: JsonPath,
  value: JsonValue | undefined,
): ScriptEvent {
  const parsed = parseJsonToRewrite(event.data);
  return parsed.ok ? withData(source, event, JSON.stringify(replaceValue(parsed.value, path, value) ?? null)) : event;
}

/** The value that `withValue` is to put in one place. */
export interface Edit extends Placed {
  readonly value: JsonValue | undefined;
}

/** The script after these values were put in their places, one after the other. */
export function withEdits(source: EventScript, edits: readonly Edit[]): WireScript {
  return mapEvents(source, (event, index) =>
    edits
      .filter((edit) => edit.event === index)
      .reduce((edited, { place, value }) => withValue(source, edited, place, value), event),
  );
}

/** The single variant that makes these edits, if there are any. */
export function editedBy(
  source: EventScript,
  edits: (source: EventScript) => readonly Edit[],
  otherwise: string,
): EventVariants {
  return edits(source).length === 0 ? otherwise : only((given) => withEdits(given, edits(given)));
}
