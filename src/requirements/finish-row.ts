import type { FinishRow } from '../contract/contract-format.ts';
import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { FinishKind } from '../core/domain-event.ts';
import type { Choice } from '../core/outcome.ts';
import type { Route } from '../core/route.ts';

/** How the end of this choice may be written in the client's dialect. */
export function finishRow(client: DialectId, sent: Choice): FinishRow {
  return loadContract(client).contract.finish.write[meaningOf(sent)];
}

/**
 * Whether the tables allow an error in place of this end. They do for a call that nobody can read, and between dialects
 * also for a filtered answer or one of unknown meaning. Within a dialect no other word is needed.
 */
export function mayBeError({ client, upstream }: Route, choice: Choice): boolean {
  const { preferred, error } = finishRow(client, choice);
  return preferred === null || choice.finish?.kind === 'malformed' || (error === 'acceptable' && client !== upstream);
}

/**
 * A plain stop with tool calls is a tool turn, and a plain stop with refusal text is a refusal, whatever word the
 * dialect used.
 */
function meaningOf(choice: Choice): FinishKind {
  const kind = choice.finish?.kind ?? 'unknown';
  if (kind !== 'stop') {
    return kind;
  }
  if (choice.tools.length > 0) {
    return 'tool_calls';
  }
  return choice.refusal === '' ? 'stop' : 'refusal';
}
