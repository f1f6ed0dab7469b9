import { expect } from 'vitest';
import { UsageFault } from '../../../src/core/fault.ts';
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonRecord,
  type JsonValue,
  parseJson,
} from '../../../src/core/json.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { writeHar } from '../../../src/recording/write-har.ts';

/** A small stream of two chunks, with all that a recording can hold. */
export const sampleRecording: Recording = {
  name: 'sample',
  dialect: 'openai-chat',
  mode: 'stream',
  provenance: 'captured',
  scenario: 'short-text',
  contractVersion: '2026-01-01',
  script: {
    head: {
      status: 200,
      headers: [
        ['Content-Type', 'text/event-stream'],
        ['x-request-id', 'req_1'],
      ],
    },
    writes: [
      { atMs: 12.5, bytes: Buffer.from('data: {"a":"é') },
      { atMs: 40, bytes: Buffer.from('"}\n\ndata: [DONE]\n\n') },
    ],
    ending: 'clean',
  },
  request: {
    method: 'POST',
    url: 'https://api.openai.com/v1/chat/completions?b=2&a=1',
    headers: [['content-type', 'application/json']],
    body: { z: 1, model: 'm', a: [{ y: null, x: true }] },
  },
  facts: { n: 1, includeUsage: true, tools: ['get_weather'], toolChoice: 'auto', maxTokens: 16 },
  traits: ['tail-unterminated'],
  recordedAt: '2026-11-30T12:00:00.250Z',
};

/** The usage fault that an action must throw. */
export function usageFaultOf(action: () => unknown): UsageFault {
  try {
    action();
  } catch (error) {
    if (error instanceof UsageFault) {
      return error;
    }
    throw error;
  }
  return expect.fail('no fault was thrown');
}

/** The sample's HAR with one value changed at a JSON pointer; `undefined` removes the key. */
export function alteredHar(
  pointer: string,
  value: JsonValue | undefined,
  recording: Recording = sampleRecording,
): string {
  const parsed = parseJson(writeHar(recording));
  const keys = pointer.split('/').slice(1);
  return JSON.stringify(parsed.ok ? altered(parsed.value, keys, value) : null);
}

function altered(
  target: JsonValue | undefined,
  keys: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) {
    return value;
  }
  if (isArray(target)) {
    return target.map((item, index) => (String(index) === key ? (altered(item, rest, value) ?? null) : item));
  }
  const copy: JsonRecord = { ...asObject(target) };
  copy[key] = altered(copy[key], rest, value);
  return copy;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
