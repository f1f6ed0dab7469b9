import type { Reading } from '../core/reading.ts';
import type { Breach, Check } from '../core/requirement.ts';

export const pass: Check = { result: 'pass' };

export function skip(reason: string): Check {
  return { result: 'skip', reason };
}

/** A pass when there is nothing to report. */
export function breachesOrPass(breaches: readonly Breach[]): Check {
  return breaches.length === 0 ? pass : { result: 'breach', breaches };
}

/** A breach that shows at the end of what the client got. */
export function breachAtEnd(reading: Reading, expected: string, actual: string, cause?: string): Breach {
  const frames = reading.frames.filter((frame) => frame.hasData).slice(-2);
  const position = frames.at(-1)?.span[0];
  return {
    expected,
    actual,
    frames: frames.map((frame) => frame.index),
    ...(position === undefined ? {} : { position }),
    ...(cause === undefined ? {} : { cause }),
  };
}
