import type { WireScript } from '../../core/exchange.ts';
import { textAt } from '../../core/json-path.ts';
import type { WireMutation } from '../../core/mutation.ts';
import type { EventScript } from './event-script.ts';
import { withEdits } from './json-edit.ts';
import { toolCalls } from './turn.ts';
import { forScripts, only } from './variants.ts';

/** The single variant that changes what the opening of the first tool call says. */
export function withOpening(
  field: 'id' | 'name',
  change: (before: string) => string | undefined,
): WireMutation['variants'] {
  return forScripts((source) =>
    toolCalls(source).length === 0 ? 'it has no tool calls' : only((given) => edited(given, 0, field, change)),
  );
}

/** @param position which call, in order of appearance */
export function edited(
  source: EventScript,
  position: number,
  field: 'id' | 'name',
  change: (before: string) => string | undefined,
): WireScript {
  const opening = toolCalls(source)[position]?.pieces[0];
  const place = opening?.place[field];
  if (opening === undefined || place === undefined) {
    return withEdits(source, []);
  }
  const { event } = opening;
  return withEdits(source, [{ event, place, value: change(textAt(source.events[event]?.json, place)) }]);
}
