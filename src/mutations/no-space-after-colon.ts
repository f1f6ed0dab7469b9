import type { WireMutation } from '../core/mutation.ts';
import { latin1, latin1Bytes, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { forSse, only } from './stream/variants.ts';

/**
 * The standard makes the space optional, and many servers leave it out. A reader that cuts off six bytes loses the
 * brace.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'no-space-after-colon',
  title: 'There is no space between a field name and its value.',
  source: { text: 'F04: no space after the colon', doc: 'docs/faults.md#f04' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forSse('fields with a colon', (_source, style) =>
    style.spaceAfterColon ? only((source) => mapEvents(source, withoutSpace)) : 'it already has no space there',
  ),
};

/** A second space belongs to the value, and readers keep it only while the first is there. */
function withoutSpace(event: ScriptEvent): ScriptEvent {
  const text = latin1(event.block).replace(/^(data|event|id|retry): (?! )/gm, '$1:');
  return { ...event, block: latin1Bytes(text) };
}
