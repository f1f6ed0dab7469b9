import type { WireScript } from '../../../src/core/exchange.ts';

const encoder = new TextEncoder();

/** A stream with one write per block, 5 ms apart. */
export function streamScript(blocks: readonly string[], contentType = 'text/event-stream; charset=utf-8'): WireScript {
  return {
    head: { status: 200, headers: [['Content-Type', contentType]] },
    writes: blocks.map((block, index) => ({ atMs: index * 5, bytes: encoder.encode(block) })),
    ending: 'clean',
  };
}

/** A JSON body in one write. */
export function bodyScript(json: string, status = 200): WireScript {
  const bytes = encoder.encode(json);
  return {
    head: {
      status,
      headers: [
        ['content-type', 'application/json'],
        ['content-length', String(bytes.length)],
      ],
    },
    writes: [{ atMs: 0, bytes }],
    ending: 'clean',
  };
}

/** Lines of a template, without what indents them. */
export function lines(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
