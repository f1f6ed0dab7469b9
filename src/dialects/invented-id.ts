import type { Coordinates } from '../core/domain-event.ts';
import { shortHash } from '../core/hash.ts';

/**
 * An id for a tool call that came without one. Clients send results back by id, so there must be one. It is unique
 * within the answer, and the same whenever the same answer is written again.
 */
export function inventedCallId(prefix: string, responseId: string, at: Coordinates): string {
  return `${prefix}${shortHash(`${responseId}/${at.choice}/${at.part}`)}`;
}
