import type { WireMutation } from '../core/mutation.ts';
import { mapEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** C05: the id is absent from the first fragment; SDKs make one up, and the result that goes back finds no call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-dropped',
  title: 'A tool call has no id.',
  breakage: 'fault',
  variants: forScripts((source) =>
    toolCalls(source).length === 0
      ? 'it has no tool calls'
      : only((given) => {
          const opening = toolCalls(given)[0]?.pieces[0];
          const path = opening?.place.id;
          return mapEvents(given, (event, index) =>
            path !== undefined && opening?.event === index ? withValue(given, event, path, undefined) : event,
          );
        }),
  ),
};
