import { answerFacts, type NeutralRequest, type RequestFacts } from '../../core/scenario.ts';
import type { Recording } from '../../recording/recording.ts';

/**
 * The facts by which an attempt of the relay is read. The fake upstream writes all choices of its recording, even for a
 * relay that forgot to ask for them: what it wrote is whole.
 *
 * @param asked what the relay asked
 * @param played the recording that was played; absent where none was
 */
export function attemptFacts(asked: NeutralRequest, played: Pick<Recording, 'facts'> | undefined): RequestFacts {
  const facts = answerFacts(asked);
  return played?.facts.n === undefined ? facts : { ...facts, n: played.facts.n };
}
