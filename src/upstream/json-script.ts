import type { WireScript } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';

/** A script that answers with one JSON document, as providers do for errors and for requests without `stream`. */
export function jsonScript(status: number, body: JsonObject): WireScript {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
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
