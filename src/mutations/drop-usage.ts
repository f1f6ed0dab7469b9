import { isObject, type JsonValue } from '../core/json.ts';
import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf, reportedUsages } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/**
 * An upstream that reports no usage. An event that carries nothing else is missing. Other events say what their
 * dialect says for unknown: null in a chunk, zeros as placeholders in `message_start` and `output_tokens: null` in
 * `message_delta`. The answer stays a success, but its usage changes, so it is not preserving: the expected outcome is
 * read from what was sent, with usage unknown.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'drop-usage',
  title: 'No usage is reported.',
  source: { text: 'U02: usage that is not reported', doc: 'docs/faults.md#u02' },
  stimulus: 'repairable',
  breakage: 'fault',
  repaired: 'The same answer with unknown usage: no number, and no 0 either.',
  variants: forScripts((source) =>
    reportedUsages(source).length === 0
      ? 'it reports no usage'
      : only((given) =>
          writeEvents(
            given,
            given.events.flatMap((event) => withoutUsage(given, event)),
            { rest: given.rest },
          ),
        ),
  ),
};

function withoutUsage(source: EventScript, event: ScriptEvent): readonly ScriptEvent[] {
  const { usage } = placesOf(source).read(event);
  const before: JsonValue | undefined = usage && valueAt(event.json, usage.at);
  if (usage === undefined || !isObject(before)) {
    return [event];
  }
  return usage.alone ? [] : [withValue(source, event, usage.at, usage.unknown)];
}
