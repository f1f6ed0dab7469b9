import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Capture, WireScript } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { loadRecordings } from '../../src/recording/load-recordings.ts';
import { recordingModel } from '../../src/upstream/serve.ts';
import { withInProcess } from '../support/exchange/in-process-case.ts';

const recordings = loadRecordings({ path: join(packageRoot, 'recordings') });
const texts = ['short-text', 'long-text', 'unicode-text', 'max-tokens', 'text-then-tool'] as const;
const apiKey = 'sk-a-key-that-nobody-has';
const openai = new OpenAI({ apiKey, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey, maxRetries: 0 });
const gemini = new GoogleGenAI({ apiKey });

/** The text that an official SDK gives its user. */
interface SdkClient {
  readonly dialect: DialectId;
  readonly stream: (model: string, signal?: AbortSignal) => AsyncIterable<string>;
  readonly body: (model: string) => Promise<string>;
}

const sdks: readonly SdkClient[] = [
  {
    dialect: 'openai-chat',
    stream: async function* (model, signal) {
      const request = { model, stream: true as const, messages: [{ role: 'user' as const, content: 'Hi' }] };
      for await (const chunk of await openai.chat.completions.create(request, { signal })) {
        yield chunk.choices[0]?.delta.content ?? '';
      }
    },
    body: async (model) => {
      const answer = await openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }] });
      return answer.choices[0]?.message.content ?? '';
    },
  },
  {
    dialect: 'openai-responses',
    stream: async function* (model, signal) {
      for await (const event of await openai.responses.create({ model, stream: true, input: 'Hi' }, { signal })) {
        yield event.type === 'response.output_text.delta' ? event.delta : '';
      }
    },
    body: async (model) => (await openai.responses.create({ model, input: 'Hi' })).output_text,
  },
  {
    dialect: 'anthropic-messages',
    stream: async function* (model, signal) {
      const request = {
        model,
        max_tokens: 100,
        stream: true as const,
        messages: [{ role: 'user' as const, content: 'Hi' }],
      };
      for await (const event of await anthropic.messages.create(request, { signal })) {
        yield event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : '';
      }
    },
    body: async (model) => {
      const answer = await anthropic.messages.create({
        model,
        max_tokens: 100,
        messages: [{ role: 'user', content: 'Hi' }],
      });
      return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    },
  },
  {
    dialect: 'gemini-generate',
    stream: async function* (model, signal) {
      const config = signal === undefined ? {} : { abortSignal: signal };
      for await (const chunk of await gemini.models.generateContentStream({ model, contents: 'Hi', config })) {
        yield geminiText(chunk);
      }
    },
    body: async (model) => geminiText(await gemini.models.generateContent({ model, contents: 'Hi' })),
  },
];

function geminiText({ candidates }: Awaited<ReturnType<typeof gemini.models.generateContent>>): string {
  return (candidates?.[0]?.content?.parts ?? [])
    .map(({ text = '', thought }) => (thought === true ? '' : text))
    .join('');
}

function scriptOf(dialect: DialectId, name: string): WireScript {
  const recording = recordings.find((candidate) => candidate.dialect === dialect && candidate.name === name);
  return recording?.script ?? expect.fail(`there is no recording ${dialect}/${name}`);
}

function textOf(dialect: DialectId, { head, writes }: WireScript): string {
  const capture: Capture = { head, chunks: writes, ending: 'clean', endedAtMs: 0 };
  return readCapture(dialect, 'stream', capture).outcome.choices[0]?.text ?? '';
}

async function collect(stream: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of stream) {
    text += piece;
  }
  return text;
}

describe.each(sdks)("the provider's own SDK, without a port ($dialect)", ({ dialect, stream, body }) => {
  test.each(texts)('reads the text of %s, streamed and whole', (name) =>
    withInProcess({ recordings }, async ({ attempts, strays, settled }) => {
      const wanted = textOf(dialect, scriptOf(dialect, name));
      expect(wanted).not.toBe('');
      expect(await collect(stream(recordingModel(name)))).toBe(wanted);
      expect(await body(recordingModel(name))).toBe(wanted);
      await settled();
      expect(attempts.map(({ request, written }) => [request.dialect, request.mode, written.ending])).toEqual([
        [dialect, 'stream', 'clean'],
        [dialect, 'body', 'clean'],
      ]);
      expect(strays).toEqual([]);
      expect(JSON.stringify(attempts.map(({ request }) => request))).not.toContain(apiKey);
    }),
  );

  test.each(['fin', 'rst'] as const)('throws when the connection ends in mid-stream (%s)', (ending) => {
    const whole = scriptOf(dialect, 'short-text');
    return withInProcess({ answer: { ...whole, writes: whole.writes.slice(0, 3), ending } }, async () => {
      await expect(collect(stream('any'))).rejects.toThrow();
    });
  });

  test('leaves a stalled stream when its user does, and the journal shows it', () => {
    const whole = scriptOf(dialect, 'long-text');
    const answer: WireScript = { ...whole, writes: whole.writes.slice(0, -3), ending: 'stall' };
    return withInProcess({ answer }, async ({ attempts, settled }) => {
      const controller = new AbortController();
      let text = '';
      const read = async (): Promise<void> => {
        for await (const piece of stream('any', controller.signal)) {
          text += piece;
          if (text.length > 0) {
            controller.abort();
          }
        }
      };
      // Some of them end in silence, some throw.
      await read().catch(() => undefined);
      await settled();
      expect(text).not.toBe('');
      expect(attempts[0]).toMatchObject({ abortSeen: true });
    });
  });
});

test('a retry of an SDK is one more attempt in the journal', () =>
  withInProcess({ answer: { head: { status: 0, headers: [] }, writes: [], ending: 'rst' } }, async ({ attempts }) => {
    const patient = new OpenAI({ apiKey, maxRetries: 1 });
    const request = { model: 'any', messages: [{ role: 'user' as const, content: 'Hi' }] };
    await expect(patient.chat.completions.create(request)).rejects.toThrow();
    expect(attempts.map(({ request: seen }) => seen.attempt)).toEqual([0, 1]);
  }));
