import type { WireScript } from '../core/exchange.ts';
import { canonicalJson } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { Random } from '../core/random.ts';
import { type ArgumentFragment, argumentFragments } from './stream/call-arguments.ts';
import type { EventScript } from './stream/event-script.ts';
import { withEdits } from './stream/json-edit.ts';
import { pickOne } from './stream/positions.ts';
import { toolCalls } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** The arguments still parse but say something else: a digit lost past 2^53, a key renamed, an escape undone. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-arguments-altered',
  title: 'The arguments of a tool call say something else.',
  source: { text: 'C08: arguments that change', doc: 'docs/faults.md#c08' },
  breakage: 'fault',
  variants: forStreams((source) =>
    toolCalls(source).every((call) => alterations(argumentFragments(source, call)).length === 0)
      ? 'it has no tool call with arguments that could be altered'
      : only(alterOne),
  ),
};

function alterOne(source: EventScript, random: Random): WireScript {
  const choices = toolCalls(source).flatMap((call) => alterations(argumentFragments(source, call)));
  const chosen = pickOne(choices, random);
  return withEdits(source, chosen === undefined ? [] : [{ ...chosen, value: chosen.text }]);
}

/** Every fragment with one letter or digit changed, if the whole stays JSON and becomes another value. */
function alterations(fragments: readonly ArgumentFragment[]): readonly ArgumentFragment[] {
  const whole = canonicalJson(fragments.map(({ text }) => text).join(''));
  return fragments.flatMap((fragment, position) =>
    [...fragment.text.matchAll(/[a-z0-9]/gi)].flatMap(({ 0: letter, index }) => {
      const other = /[0-9]/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'x' ? 'y' : 'x';
      const text = fragment.text.slice(0, index) + other + fragment.text.slice(index + 1);
      const changed = canonicalJson(
        fragments
          .with(position, { ...fragment, text })
          .map((each) => each.text)
          .join(''),
      );
      return whole === undefined || changed === undefined || changed === whole ? [] : [{ ...fragment, text }];
    }),
  );
}
