import type { FinishKind } from '../core/domain-event.ts';
import type { WireMutation } from '../core/mutation.ts';
import { finishReasons } from './stream/contract-words.ts';
import { withFinishes } from './stream/finish-edit.ts';
import { spread } from './stream/positions.ts';
import { givenFinishes, toolCalls } from './stream/turn.ts';
import { forScripts } from './stream/variants.ts';

/** A reason that no contract lists. Providers add new ones without a new version. */
const unknownReason = 'relaycert_unknown';

/**
 * Every reason that the contract knows, and one that nobody knows, replaces the recording's own. The label is the
 * reason. A reason that says tools were called appears only where they were. A plain stop may stand beside calls.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'finish-sweep',
  title: 'The answer ends with another finish reason.',
  source: { text: 'R01 and R02: every finish reason', doc: 'docs/faults.md#r01' },
  stimulus: 'repairable',
  pairwise: true,
  repaired: 'The same answer, with this reason in the words of the client dialect.',
  variants: forScripts((source, extent) => {
    const own = givenFinishes(source).map(({ raw }) => raw);
    if (own.length === 0) {
      return 'it has no finish reason';
    }
    const reasons = new Map<string, FinishKind>([...finishReasons(source.dialect), [unknownReason, 'unknown']]);
    const tools = toolCalls(source).length > 0;
    if (tools && own.some((raw) => reasons.get(raw) === 'length')) {
      return 'its last tool call was cut; another reason would contradict it';
    }
    const coherent = [...reasons].filter(
      ([raw, kind]) => !own.includes(raw) && !isEnumNumber(raw) && (tools || kind !== 'tool_calls'),
    );
    return spread(coherent, extent === 'one' ? 'one' : 'every').map(([raw, kind]) => ({
      label: raw,
      // Some servers put an error where the finish reason belongs: a success would hide it.
      ...(kind === 'error' && { effects: { stimulus: 'fault' } }),
      apply: (given) => withFinishes(given, () => raw),
    }));
  }),
};

/** Gemini sends a reason as a number only to clients that ask for numbers (`$alt=json;enum-encoding=int`). */
function isEnumNumber(raw: string): boolean {
  return /^\d+$/.test(raw);
}
