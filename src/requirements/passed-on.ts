import type { Attempt, Evidence } from '../core/evidence.ts';
import type { Reading } from '../core/reading.ts';
import { endOf } from './end-of.ts';

/**
 * Whether the client got the very end that the upstream gave, in the same dialect. A contradiction in that end, such as a
 * success terminal whose finish reason says error, is then the upstream's and stays visible.
 */
export function passedOn({ client, route }: Evidence, { dialect, reading }: Attempt): boolean {
  return (
    dialect === route.client &&
    endOf(reading) === 'success' &&
    endOf(client) === 'success' &&
    finishWords(reading) === finishWords(client)
  );
}

function finishWords({ outcome }: Reading): string {
  return JSON.stringify(outcome.choices.map(({ index, finish }) => [index, finish?.raw ?? null]));
}
