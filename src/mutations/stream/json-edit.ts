import { type JsonValue, parseJsonToRewrite } from '../../core/json.ts';
import { type JsonPath, replaceValue } from '../../core/json-path.ts';
import { type EventScript, type ScriptEvent, withData } from './event-script.ts';

/**
 * The event with the value at `path` replaced, added (objects on the way to it too), or removed where it is undefined.
 * All other values stay, numbers digit for digit; only white space between them may go. An event that is not JSON stays
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
