import { isObject } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import { mapEvents, type ScriptEvent, withData } from './stream/event-script.ts';
import { forScripts, only } from './stream/variants.ts';

/** Providers add fields without a new version. A reader that refuses unknown fields breaks on the day they come. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'unknown-field',
  title: 'Every JSON object that is sent has an unknown field.',
  source: { text: 'F15: events and fields that are new', doc: 'docs/faults.md#f15' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forScripts(({ events }) =>
    events.some(isJsonEvent)
      ? only((source) =>
          mapEvents(source, (event) => (isJsonEvent(event) ? withData(source, event, withField(event.data)) : event)),
        )
      : 'there are no JSON events',
  ),
};

function isJsonEvent(event: ScriptEvent): boolean {
  return isObject(event.json);
}

/** As text, so that everything else stays as it was written. */
function withField(json: string): string {
  const field = '"relaycert_unknown":true';
  return json.replace(/^\s*\{\s*(\})?/, (_, empty: string | undefined) =>
    empty === undefined ? `{${field},` : `{${field}}`,
  );
}
