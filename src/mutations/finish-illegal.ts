import type { WireMutation } from '../core/mutation.ts';
import { withFinishes } from './stream/finish-edit.ts';
import { givenFinishes } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** The finish reason is a foreign word, as in relays that pass the name of an error on as a finish reason. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'finish-illegal',
  title: 'The finish reason is not a word of the dialect.',
  source: { text: 'R01: every finish reason', doc: 'docs/faults.md#r01' },
  breakage: 'fault',
  variants: forScripts((source) =>
    givenFinishes(source).length === 0
      ? 'it has no finish reason'
      : only((given) => withFinishes(given, () => 'relaycert_made_up')),
  ),
};
