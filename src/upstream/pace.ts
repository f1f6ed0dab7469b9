import type { WireScript } from '../core/exchange.ts';

/** The speed of a script that waits for nothing. */
export const unpaced: number = Number.POSITIVE_INFINITY;

/**
 * The script with every time divided: 1 plays it as it was recorded, 4 four times as fast, `unpaced` without waiting.
 * Bytes, boundaries and ending stay.
 *
 * @param speed a positive number
 */
export function atSpeed(script: WireScript, speed: number): WireScript {
  return speed === 1 || script.writes.every(({ atMs }) => atMs === 0)
    ? script
    : { ...script, writes: script.writes.map(({ atMs, bytes }) => ({ atMs: atMs / speed, bytes })) };
}
