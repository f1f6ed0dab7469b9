import type { WireScript } from '../../core/exchange.ts';
import { isObject, type JsonObject, parseJsonToRewrite } from '../../core/json.ts';
import { createEvent, type EventScript, mapEvents, type ScriptEvent } from './event-script.ts';
import { withValue } from './json-edit.ts';
import { givenFinishes, placesOf } from './turn.ts';

/** The script with every finish reason that was given replaced, in its place. */
export function withFinishes(source: EventScript, replace: (raw: string) => string | null): WireScript {
  const finishes = givenFinishes(source);
  const { finishAs } = placesOf(source);
  return mapEvents(source, (event, index) =>
    finishes
      .filter((finish) => finish.event === index)
      .reduce((edited, { place, raw }) => {
        const other = replace(raw);
        return finishAs === undefined
          ? withValue(source, edited, place, other)
          : rewritten(source, edited, (json) => finishAs(json, other));
      }, event),
  );
}

/** The event with other content. Its event line is changed to match its type. */
function rewritten(source: EventScript, event: ScriptEvent, change: (json: JsonObject) => JsonObject): ScriptEvent {
  const parsed = parseJsonToRewrite(event.data);
  if (!parsed.ok || !isObject(parsed.value)) {
    return event;
  }
  const json = change(parsed.value);
  const { event: line, ...frame } = event.frame;
  const type = line === undefined || typeof json['type'] !== 'string' ? line : json['type'];
  const data = JSON.stringify(json);
  const created = createEvent(source, { ...frame, ...(type === undefined ? {} : { event: type }), data });
  return { ...created, atMs: event.atMs, lead: event.lead };
}
