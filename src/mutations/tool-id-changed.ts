import type { WireMutation } from '../core/mutation.ts';
import { mapEvents } from './stream/event-script.ts';
import { textAt, withValue } from './stream/json-edit.ts';
import { toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** C05: the relay makes up ids of its own, so that a result that goes back finds no call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-changed',
  title: 'A tool call has another id.',
  breakage: 'fault',
  variants: forScripts((source) =>
    toolCalls(source).length === 0
      ? 'it has no tool calls'
      : only((given) => {
          const opening = toolCalls(given)[0]?.pieces[0];
          const path = opening?.place.id;
          return mapEvents(given, (event, index) =>
            path !== undefined && opening?.event === index
              ? withValue(given, event, path, `${textAt(event.json, path)}_relaycert`)
              : event,
          );
        }),
  ),
};
