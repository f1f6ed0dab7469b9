import { parseJsonToRewrite } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that reads arguments and writes them again: the same JSON, with white space of its own. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-arguments-respelled',
  title: 'The arguments of the tool calls are the same JSON in another spelling.',
  source: { text: 'C08: arguments that change', doc: 'docs/faults.md#c08' },
  breakage: 'repairable',
  variants: forScripts((source) =>
    retoldBy(source, withParts(respelled), 'it has no tool call with arguments that can be spelled otherwise'),
  ),
};

function respelled(parts: readonly ToldPart[]): readonly ToldPart[] {
  return parts.map((part) => (part.kind === 'tool' ? withSpelling(part) : part));
}

/** All of the arguments in the place of their first fragment. */
function withSpelling(part: ToldPart): ToldPart {
  const fragments = part.events.filter((event) => event.kind === 'tool.arguments.delta');
  const [first] = fragments;
  const parsed = parseJsonToRewrite(fragments.map(({ text }) => text).join(''));
  if (first === undefined || !parsed.ok) {
    return part;
  }
  const whole = { ...first, text: JSON.stringify(parsed.value, null, 1) };
  const others = part.events.filter((event) => event === first || event.kind !== 'tool.arguments.delta');
  return { ...part, events: others.map((event) => (event === first ? whole : event)) };
}
