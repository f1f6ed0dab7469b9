import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { argumentFragments } from './stream/call-arguments.ts';
import { finishReasons, preferredFinish } from './stream/contract-words.ts';
import { type EventScript, readEvents } from './stream/event-script.ts';
import { beforeEnd, soldAsSuccess } from './stream/false-success.ts';
import { withFinishes } from './stream/finish-edit.ts';
import { withEdits } from './stream/json-edit.ts';
import { givenFinishes, terminalAt, toolCalls } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * The last call of a turn was cut, by the connection or by the token limit, and the relay makes it runnable:
 * it replaces the half arguments with arguments that parse, and adds a finish that says to run the call.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'runnable-cut-tool',
  title: 'A tool call that was cut is passed off as whole.',
  source: { text: 'T03 and R04: a call that was cut', doc: 'docs/faults.md#t03' },
  breakage: 'fault',
  variants: forStreams((source) => {
    if (toolCalls(source).length === 0) {
      return 'it has no tool calls';
    }
    return terminalAt(source) >= 0 && !wasLimited(source) ? 'its tool calls are whole' : only(passOff);
  }),
};

function wasLimited(source: EventScript): boolean {
  const reasons = finishReasons(source.dialect);
  return givenFinishes(source).some(({ raw }) => ['length', 'context_length'].includes(reasons.get(raw) ?? ''));
}

function passOff(source: EventScript): WireScript {
  const finish = preferredFinish(source.dialect, 'tool_calls') ?? 'tool_calls';
  const mended = readEvents(withEmptyArguments(source), source.dialect);
  return terminalAt(mended) < 0 ? soldAsSuccess(mended, beforeEnd(mended), finish) : withFinishes(mended, () => finish);
}

/** `{}` parses. Half the text does not, and nobody knows what it would have become. */
function withEmptyArguments(source: EventScript): WireScript {
  const fragments = argumentFragments(source, toolCalls(source).at(-1));
  return withEdits(
    source,
    fragments.map((fragment, position) => ({ ...fragment, value: position === 0 ? '{}' : '' })),
  );
}
