import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import {
  type Capture,
  headerValue,
  isRefusal,
  type ScriptEnding,
  type WireScript,
} from '../../../src/core/exchange.ts';
import type { Frame } from '../../../src/core/frame.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { createFrameWriter } from '../../../src/wire/frame-writer.ts';

/** Passes on every byte, and the ending as it was. */
export function byteExactProxy(sent: Capture): WireScript {
  return { head: headOf(sent), writes: sent.chunks, ending: endingOf(sent) };
}

/** Parses the events and writes each again in its own spelling, as proxies do that want to look at them. */
export function reframingProxy(dialect: DialectId): (sent: Capture) => WireScript {
  return (sent) => {
    const head = headOf(sent);
    const contentType = headerValue(head.headers, 'content-type');
    const decoder = dialects[dialect].decoder('stream', contentType);
    const format = dialects[dialect].streams.find(({ style }) => style.framing === decoder.framing);
    if (isRefusal(head.status) || format === undefined) {
      return byteExactProxy(sent);
    }
    const writer = createFrameWriter(format.style);
    const write = (frames: readonly Frame[]): WireScript['writes'] =>
      frames
        .filter(({ hasData, terminated }) => hasData && terminated)
        .map((frame) => ({ atMs: frame.atMs, bytes: writer.write(frame) }));
    const writes = sent.chunks.flatMap((chunk) => write(decoder.feed(chunk)));
    const rest = write(decoder.end().frames);
    const ending = endingOf(sent);
    const last = ending === 'clean' ? writer.end() : new Uint8Array(0);
    const end = last.length === 0 ? [] : [{ atMs: 0, bytes: last }];
    return { head: withoutLength(head), writes: [...writes, ...rest, ...end], ending };
  };
}

function headOf({ head }: Capture): WireScript['head'] {
  return head ?? { status: 0, headers: [] };
}

/** A stall ends at the deadline of whoever waits. */
function endingOf({ ending }: Capture): ScriptEnding {
  return ending === 'aborted' ? 'stall' : ending;
}

function withoutLength({ status, headers }: WireScript['head']): WireScript['head'] {
  return { status, headers: headers.filter(([name]) => name.toLowerCase() !== 'content-length') };
}
