import type { SseStyle } from '../../wire/sse-encoder.ts';
import { type EventScript, latin1, latin1Bytes, type ScriptEvent, writeEvents } from './event-script.ts';
import { type EventVariants, only } from './variants.ts';

/**
 * Variants that write every line end of a stream as this one. JSON has no line ends inside a line, so all belong to the
 * framing.
 */
export function withLineEnds(source: EventScript, lineEnd: SseStyle['lineEnd']): EventVariants {
  const convert = (bytes: Uint8Array): Uint8Array => latin1Bytes(latin1(bytes).replace(/\r\n|\n|\r/g, lineEnd));
  const converted = (event: ScriptEvent): ScriptEvent => ({
    ...event,
    lead: convert(event.lead),
    block: convert(event.block),
  });
  const { style } = source;
  if (style.framing === 'json-array') {
    return 'an array has no lines';
  }
  return style.lineEnd === lineEnd
    ? 'its lines already end like this'
    : only((given) => writeEvents(given, given.events.map(converted), { rest: convert(given.rest) }));
}
