import type { WireMutation } from '../core/mutation.ts';
import { mapEvents } from './stream/event-script.ts';
import { textAt, withValue } from './stream/json-edit.ts';
import { toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** C05: a name that the relay prefixed, shortened or took from another call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-renamed',
  title: 'A tool call has another name.',
  breakage: 'fault',
  variants: forScripts((source) =>
    toolCalls(source).length === 0
      ? 'it has no tool calls'
      : only((given) => {
          const opening = toolCalls(given)[0]?.pieces[0];
          const path = opening?.place.name;
          return mapEvents(given, (event, index) =>
            path !== undefined && opening?.event === index
              ? withValue(given, event, path, `${textAt(event.json, path)}_relaycert`)
              : event,
          );
        }),
  ),
};
