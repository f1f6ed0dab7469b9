import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefusal, joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { isObject, type JsonValue, parseJson } from '../../../src/core/json.ts';
import type { SdkRead, SdkReport } from '../sdk/readers/reader.ts';

/** What an application has after it read an answer with an SDK: what it was told, or what was thrown. */
export type SdkReading =
  | { readonly told: string }
  | { readonly thrown: string }
  /** It waits for what can no longer come. */
  | { readonly waits: true };

/** What a broken answer does to a reader. A reader that waits for ever loses the answer. */
export type Effect = 'reads' | 'loses' | 'throws';

/** Turns of the event loop after which a reader of an answer that is all there has read it, or never will. */
const mostTurns = 5_000;

/** Reads an answer with an SDK in this process, without a socket: the global `fetch` is another one for as long as it takes. */
export async function readingOf(read: SdkRead, script: WireScript): Promise<SdkReading> {
  const { fetch } = globalThis;
  globalThis.fetch = async () =>
    new Response(joinChunks(script.writes), {
      status: script.head.status,
      headers: script.head.headers.map(([name, value]): [string, string] => [name, value]),
    });
  try {
    const reading = read({ baseUrl: 'http://127.0.0.1', headers: {} }).then(
      (report) => ({ told: tellingOf(report) }),
      (error: unknown) => ({ thrown: faultOf(error) }),
    );
    return await Promise.race([reading, waits()]);
  } finally {
    globalThis.fetch = fetch;
  }
}

async function waits(): Promise<SdkReading> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await nextTurn();
  }
  return { waits: true };
}

/** What became of an answer that a reader has read another way before it was broken. */
export function effectOf(whole: SdkReading, broken: SdkReading): Effect {
  if (JSON.stringify(whole) === JSON.stringify(broken)) {
    return 'reads';
  }
  return 'thrown' in broken && !('thrown' in whole) ? 'throws' : 'loses';
}

/** A report as text, in which nothing, null, an empty text and a detail of 0 tokens are alike. */
function tellingOf({ usage, attached = [], ...report }: SdkReport): string {
  const { cacheRead = 0, reasoning = 0, ...totals } = usage;
  return textOf({ ...report, usage: { ...totals, cacheRead, reasoning }, attached: attached.map(plain) });
}

function plain(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner === null || inner === '' ? undefined : inner)) ?? '';
}

/** Class, status, type, code and message of what an SDK throws, wherever it keeps them. */
function faultOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    return typeof thrown;
  }
  const fields = new Map<string, unknown>(Object.entries(thrown));
  const parsed = parseJson(thrown.message);
  const said = errorIn(fields.get('error')) ?? errorIn(parsed.ok ? parsed.value : undefined);
  const status = fields.get('status') ?? fields.get('status_code');
  const kind = {
    type: fields.get('type') ?? said?.['type'] ?? said?.['status'],
    code: fields.get('code') ?? said?.['code'],
  };
  return textOf({
    class: thrown.constructor.name,
    status,
    // The status, and the class that an SDK gives to the error by it, tell its kind already.
    ...(isRefusal(typeof status === 'number' ? status : undefined) ? {} : kind),
    message: said?.['message'] ?? thrown.message,
  });
}

/** The error object, without the envelope around it. */
function errorIn(value: unknown): { readonly [key: string]: JsonValue | undefined } | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const inner = value['error'];
  return isObject(inner) ? inner : value;
}
