import type { TerminalPhase } from '../contract/grammar/rule-format.ts';
import type { Ending } from '../core/exchange.ts';
import type { CloseReason, Phase } from '../core/outcome.ts';
import type { DecoderEnd } from '../wire/frame-decoder.ts';
import type { Folded } from './fold.ts';

/** The phase in which an answer was when its bytes ended. */
export function phaseOf(terminal: TerminalPhase | undefined, folded: Folded, ending: Ending, bytes: number): Phase {
  switch (terminal) {
    case 'completed':
    case 'incomplete':
      return 'completed';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    case 'pending':
      return 'pending';
    case undefined:
      break;
  }
  if (folded.error !== undefined) {
    return 'failed';
  }
  if (bytes === 0 && ending === 'aborted') {
    return 'headers_received';
  }
  return 'interrupted';
}

/** Why nothing came after. */
export function closeReasonOf(
  terminal: TerminalPhase | undefined,
  folded: Folded,
  end: DecoderEnd,
  ending: Ending,
): CloseReason {
  if (folded.error !== undefined) {
    return 'error_reported';
  }
  if (terminal !== undefined) {
    return terminal === 'pending' ? 'pending' : 'terminal';
  }
  if (end.limitExceeded) {
    return 'limit_exceeded';
  }
  if (ending === 'aborted') {
    return 'aborted';
  }
  return ending === 'clean' ? 'closed_without_terminal' : 'transport_error';
}
