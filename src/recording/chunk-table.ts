import type { Chunk } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import type { StreamExtension } from './har-document.ts';
import { pointerPlace } from './meta-schema.ts';

type ChunkTable = StreamExtension['chunks'];

/** Where each chunk starts in the joined body, and when it came. An empty chunk shares its offset with the next one. */
export function chunkTable(chunks: readonly Chunk[]): ChunkTable {
  let offset = 0;
  return chunks.map(({ bytes, atMs }) => {
    const start = offset;
    offset += bytes.length;
    return [start, atMs];
  });
}

/** Cuts a body into its chunks again. Throws a `UsageFault` for a table that does not tile the body. */
export function cutBody(body: Uint8Array, table: ChunkTable, place: string): readonly Chunk[] {
  const at = (...keys: readonly number[]) => pointerPlace(place, 'log', 'entries', 0, '_stream', 'chunks', ...keys);
  const hint = 'offsets start at 0 and never fall, times never fall, and no offset is beyond the body';
  const first = table[0]?.[0];
  if (first === undefined ? body.length > 0 : first !== 0) {
    throw new UsageFault('no chunk holds the first bytes of the body', at(), hint);
  }
  let before: ChunkTable[number] = [0, 0];
  return table.map((entry, index) => {
    const [offset, atMs] = entry;
    if (offset < before[0] || offset > body.length) {
      throw new UsageFault('the offset of this chunk is out of order or beyond the body', at(index, 0), hint);
    }
    if (atMs < before[1]) {
      throw new UsageFault('this chunk came earlier than the chunk before it', at(index, 1), hint);
    }
    before = entry;
    return { atMs, bytes: body.subarray(offset, table[index + 1]?.[0] ?? body.length) };
  });
}
