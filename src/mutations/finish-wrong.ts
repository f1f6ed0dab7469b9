import type { WireMutation } from '../core/mutation.ts';
import { finishReasons, preferredFinish } from './stream/contract-words.ts';
import type { EventScript } from './stream/event-script.ts';
import { withFinishes } from './stream/finish-edit.ts';
import { givenFinishes } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/**
 * The relay knows only one finish reason. A turn that was cut, filtered or ended to call tools says that it simply
 * stopped. A turn that simply stopped says that it was cut.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'finish-wrong',
  title: 'The finish reason means something else.',
  source: { text: 'R01 and R02: every finish reason', doc: 'docs/faults.md#r01' },
  breakage: 'fault',
  variants: forScripts((source) =>
    givenFinishes(source).length === 0
      ? 'it has no finish reason'
      : only((given) => withFinishes(given, (raw) => wrongReason(given, raw))),
  ),
};

function wrongReason(source: EventScript, raw: string): string {
  const stopped = finishReasons(source.dialect).get(raw) === 'stop';
  return preferredFinish(source.dialect, stopped ? 'length' : 'stop') ?? 'stop';
}
