import type { StreamFraming } from '../core/frame.ts';
import type { Dialect, StreamFormat } from './dialect.ts';

/** The format in which a dialect streams: in the framing that was asked for, else, or where it has no such one, its first. */
export function streamFormat({ streams }: Pick<Dialect, 'streams'>, framing?: StreamFraming): StreamFormat {
  return streams.find(({ style }) => style.framing === framing) ?? streams[0];
}
