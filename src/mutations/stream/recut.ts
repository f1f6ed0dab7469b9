import type { Chunk, WireScript } from '../../core/exchange.ts';
import { joinChunks } from '../../core/exchange.ts';

/**
 * The same bytes, cut into other writes.
 *
 * @param nextSize bytes of the next write, at least 1
 */
export function recut(script: WireScript, nextSize: () => number): WireScript {
  const bytes = joinChunks(script.writes);
  const due = dueTimes(script.writes);
  const writes: Chunk[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + nextSize());
    writes.push({ atMs: due(to), bytes: bytes.slice(from, to) });
    from = to;
  }
  const last = writes.at(-1);
  if (last !== undefined) {
    // Writes that are all due at once leave in one packet, and the cuts would not reach the relay.
    writes[writes.length - 1] = { ...last, atMs: Math.max(1, last.atMs) };
  }
  return { ...script, writes };
}

/** When the byte before an offset was due. Asked with rising offsets. */
function dueTimes(writes: readonly Chunk[]): (offset: number) => number {
  let current = 0;
  let end = writes[0]?.bytes.length ?? 0;
  return (offset) => {
    while (end < offset && current < writes.length - 1) {
      current += 1;
      end += writes[current]?.bytes.length ?? 0;
    }
    return writes[current]?.atMs ?? 0;
  };
}
