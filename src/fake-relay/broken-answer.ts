import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { createRandom } from '../core/random.ts';
import { playScript } from '../upstream/playback.ts';
import { createSocketPeer } from '../upstream/socket-peer.ts';

/**
 * What a relay with this fault sends instead of its faithful answer; that answer itself if the fault does not apply.
 */
export function breakAnswer(faithful: WireScript, breakage: WireMutation, client: DialectId): WireScript {
  const variants = breakage.variants(faithful, client, 'one');
  const [variant] = 'notApplicable' in variants ? [] : variants;
  return variant === undefined ? faithful : variant.apply(faithful, createRandom(breakage.id));
}

/** Plays an answer with its exact writes and ending. */
export async function playAnswer(
  script: WireScript,
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  const peer = createSocketPeer(request, response);
  await playScript({ script, peer, clock, arrivedAtMs: clock.now() }).ended;
}
