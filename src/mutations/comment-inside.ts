import type { WireMutation } from '../core/mutation.ts';
import { latin1, latin1Bytes, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * A keep-alive timer that fires between two writes of one event puts its comment inside the block. Most SDKs skip it;
 * `@google/genai` loses the event, so a relay must not do that to its client (docs/faults.md#sdk-framing).
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'comment-inside',
  title: 'A comment line inside each event, directly before its data.',
  source: { text: 'F06: comments', doc: 'docs/faults.md#f06' },
  stimulus: {
    'anthropic-messages': 'preserving',
    'gemini-generate': 'repairable',
    'openai-chat': 'preserving',
    'openai-responses': 'preserving',
  },
  repaired: 'The whole answer, for a relay that reads by the standard.',
  breakage: {
    'anthropic-messages': 'preserving',
    'gemini-generate': 'fault',
    'openai-chat': 'preserving',
    'openai-responses': 'preserving',
  },
  variants: forStreams(({ events }) =>
    events.length === 0
      ? 'there are no events'
      : only((source) => mapEvents(source, (event) => withComment(event, source.style.lineEnd))),
  ),
};

function withComment(event: ScriptEvent, lineEnd: string): ScriptEvent {
  const text = latin1(event.block).replace(/^(\u00ef\u00bb\u00bf)?data/m, `$1: relaycert${lineEnd}data`);
  return { ...event, block: latin1Bytes(text) };
}
