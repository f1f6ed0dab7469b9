import type { ReportedError } from '../core/reported-error.ts';
import type { Finish } from './finish-word.ts';

/** What an encoder reports when the upstream failed and did not say why. */
export const unstatedFailure: ReportedError = ownError('The upstream failed without stating an error.');

/** What an encoder reports instead of inventing a finish, when there was none or it does not mean success. */
export function unfinishedUpstream(finish: Finish | undefined): ReportedError {
  const cause = finish === undefined ? 'ended without a finish reason' : `finished with the reason ${finish.raw}`;
  return ownError(`The upstream ${cause}.`);
}

function ownError(message: string): ReportedError {
  return { origin: 'relay', class: 'server', message };
}
