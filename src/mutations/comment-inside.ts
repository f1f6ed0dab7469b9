import type { WireMutation } from '../core/mutation.ts';
import { whereDataLineAlone } from './stream/dialect-effects.ts';
import { latin1, latin1Bytes, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { forSse, only } from './stream/variants.ts';

/**
 * A keep-alive timer that fires between two writes of one event puts its comment inside the block. Most SDKs skip it;
 * `@google/genai` loses the event, so a relay must not write it to its client (docs/faults.md#sdk-framing).
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'comment-inside',
  title: 'Each event has a comment line directly before its data.',
  source: { text: 'F06: comments', doc: 'docs/faults.md#f06' },
  stimulus: whereDataLineAlone('repairable'),
  repaired: 'The whole answer, from a relay that follows the standard.',
  breakage: whereDataLineAlone('fault'),
  variants: forSse('comments', ({ events }, { lineEnd }) =>
    events.length === 0
      ? 'there are no events'
      : only((source) => mapEvents(source, (event) => withComment(event, lineEnd))),
  ),
};

function withComment(event: ScriptEvent, lineEnd: string): ScriptEvent {
  const text = latin1(event.block).replace(/^(\u00ef\u00bb\u00bf)?data/m, `$1: relaycert${lineEnd}data`);
  return { ...event, block: latin1Bytes(text) };
}
