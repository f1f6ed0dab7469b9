import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Ending } from '../../../src/core/exchange.ts';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import type { Reading } from '../../../src/core/reading.ts';
import type { Mode } from '../../../src/core/route.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { captureOf } from '../../support/streams/law-streams.ts';

export interface Given {
  readonly mode?: Mode;
  readonly status?: number;
  /** Of the response; that of the mode where it is not given. */
  readonly contentType?: string;
  readonly ending?: Ending;
}

/** Reads text as the whole response. */
export function readText(dialect: DialectId, text: string, given: Given = {}): Reading {
  const { mode = 'stream', status = 200, ending = 'clean' } = given;
  const type = mode === 'stream' ? dialects[dialect].streams[0].headers['content-type'] : undefined;
  const contentType = given.contentType ?? type ?? 'application/json';
  return readCapture(
    dialect,
    mode,
    captureOf(Buffer.from(text), { status, ending, headers: [['content-type', contentType]] }),
  );
}

export function messages(...payloads: readonly JsonObject[]): string {
  return payloads.map((payload) => `event: ${payload['type']}\ndata: ${JSON.stringify(payload)}\n\n`).join('');
}

export function chat(...payloads: readonly (JsonObject | '[DONE]')[]): string {
  return payloads.map((payload) => `data: ${payload === '[DONE]' ? payload : JSON.stringify(payload)}\n\n`).join('');
}

/** `message_start` of an ordinary message. */
export function messageStart(
  usage: JsonObject = { input_tokens: 12, output_tokens: 1 },
  given: JsonObject = {},
): JsonObject {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return { type: 'message_start', message: { ...message, ...given } };
}

export function messageDelta(reason: JsonValue = 'end_turn', usage: JsonObject = { output_tokens: 7 }): JsonObject {
  return { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage };
}

export const messageStop: JsonObject = { type: 'message_stop' };

/** One whole text block. */
export function textBlock(index: number, text: string): readonly JsonObject[] {
  return [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index },
  ];
}

export function toolBlock(index: number, ...fragments: readonly string[]): readonly JsonObject[] {
  return [
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `toolu_${index}`, name: 'f', input: {} },
    },
    ...fragments.map((text) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: text },
    })),
    { type: 'content_block_stop', index },
  ];
}

/** A chunk with one step of choice 0, or of the one that is named. */
export function chunk(delta: JsonObject, finish: JsonValue = null, index = 0): JsonObject {
  return { ...chunkHead, choices: [{ index, delta, logprobs: null, finish_reason: finish }] };
}

export function usageChunk(usage: JsonValue): JsonObject {
  return { ...chunkHead, choices: [], usage };
}

const chunkHead = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };

export const role: JsonObject = chunk({ role: 'assistant', content: '' });

/** Whole, ordinary answers. */
export const whole = {
  'anthropic-messages': messages(messageStart(), ...textBlock(0, 'Hello'), messageDelta(), messageStop),
  'openai-chat': chat(role, chunk({ content: 'Hello' }), chunk({}, 'stop'), '[DONE]'),
} as const;
