import type { Framing } from '../core/frame.ts';
import { lineFeedSse } from '../wire/sse-encoder.ts';
import type { Dialect, StreamFormat } from './dialect.ts';

/** Server-sent events as most providers send them. */
export const eventStream: StreamFormat = {
  style: lineFeedSse,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
};

/**
 * The format of a dialect's stream: the framing that was asked for, or the first one if the dialect does not have it.
 */
export function streamFormat({ streams }: Pick<Dialect, 'streams'>, framing?: Framing): StreamFormat {
  return streams.find(({ style }) => style.framing === framing) ?? streams[0];
}
