import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { argumentFragments, argumentText } from './stream/call-arguments.ts';
import type { EventScript } from './stream/event-script.ts';
import { withEdits } from './stream/json-edit.ts';
import { toolCalls } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** The relay has one buffer for all calls, so the arguments of later calls run into those of the first. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-arguments-merged',
  title: 'The arguments of parallel tool calls end up in the first one.',
  source: { text: 'C01 and C02: parallel calls', doc: 'docs/faults.md#c01' },
  breakage: 'fault',
  variants: forStreams((source) =>
    toolCalls(source).filter((call) => argumentText(source, call) !== '').length < 2
      ? 'it has fewer than two tool calls with arguments'
      : only(merged),
  ),
};

function merged(source: EventScript): WireScript {
  const [first, ...others] = toolCalls(source);
  const last = argumentFragments(source, first).at(-1);
  const moved = others.flatMap((call) => argumentFragments(source, call));
  const emptied = moved.map((fragment) => ({ ...fragment, value: '' }));
  const all = `${last?.text}${moved.map(({ text }) => text).join('')}`;
  return withEdits(source, last === undefined ? emptied : [...emptied, { ...last, value: all }]);
}
