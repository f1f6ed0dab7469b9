import type { DecoderEnd } from './frame-decoder.ts';

/**
 * The end of an event stream for a reader that takes the last event without its blank line, because a file whose end
 * was trimmed has lost nothing else. What a limit cut off stays lost.
 */
export function withTailDispatched(end: DecoderEnd): DecoderEnd {
  const [last] = end.frames;
  if (last === undefined || last.terminated || !last.hasData || end.limitExceeded) {
    return end;
  }
  const { residual: _residual, ...whole } = end;
  const issues = end.issues.filter(({ kind }) => kind !== 'unterminated');
  return {
    ...whole,
    frames: [{ ...last, terminated: true }],
    issues,
    counters: { ...end.counters, events: end.counters.events + 1, residualBytes: 0, errors: issues.length },
  };
}
