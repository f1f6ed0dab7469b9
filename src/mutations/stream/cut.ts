import type { WireScript } from '../../core/exchange.ts';
import type { Effect } from '../../core/mutation.ts';
import { contractOf } from './contract-words.ts';
import { type EventScript, writeEvents } from './event-script.ts';
import { givenFinishes, terminalAt } from './turn.ts';

/** Why mutations that remove an end leave a script alone. */
export const noSuccess = 'it does not end as a success';

/** The script before the event at `count`, but never as far as its terminal. */
export function cutAfter(source: EventScript, count: number, ending: WireScript['ending']): WireScript {
  const terminal = terminalAt(source);
  const kept = terminal < 0 ? count : Math.min(count, terminal);
  return writeEvents(source, source.events.slice(0, kept), { ending });
}

/**
 * The effect of a quiet close after this many events. Once every finish reason was given, the SDKs of some dialects end
 * quietly even without a terminal, so a relay may do the same.
 */
export function quietCloseEffect(source: EventScript): (count: number) => Effect {
  const finished = givenFinishes(source).at(-1)?.event;
  const tolerated = contractOf(source.dialect).wire.eofAfterFinish === 'tolerated';
  return (count) => (tolerated && finished !== undefined && finished < count ? 'repairable' : 'fault');
}
