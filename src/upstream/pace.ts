import type { WireScript } from '../core/exchange.ts';

/** The speed at which a script never waits. */
export const unpaced: number = Number.POSITIVE_INFINITY;

/**
 * The script with every time divided by the speed: 1 plays it as it was recorded, 4 plays it four times as fast, and
 * `unpaced` plays it without waiting. Bytes, boundaries and ending stay.
 *
 * @param speed a positive number
 */
export function atSpeed(script: WireScript, speed: number): WireScript {
  return speed === 1 || script.writes.every(({ atMs }) => atMs === 0)
    ? script
    : { ...script, writes: script.writes.map(({ atMs, bytes }) => ({ atMs: atMs / speed, bytes })) };
}
