import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Header } from '../../../src/core/exchange.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { createFrameWriter } from '../../../src/wire/frame-writer.ts';
import type { EncodableFrame } from '../../../src/wire/sse-encoder.ts';

/** A whole stream of these frames, in the dialect's own framing. */
export function streamBytes(dialect: DialectId, frames: readonly EncodableFrame[]): Buffer {
  const writer = createFrameWriter(dialects[dialect].streams[0].style);
  return Buffer.concat([...frames.map(writer.write), writer.end()]);
}

/** Response headers of such a stream. */
export function streamHeaders(dialect: DialectId): readonly Header[] {
  return Object.entries(dialects[dialect].streams[0].headers);
}
