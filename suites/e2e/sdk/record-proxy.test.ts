import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { Chunk } from '../../../src/core/exchange.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { proxyTo } from '../../support/recording/recording-proxy.ts';
import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';
import { geminiGenerateSdk } from '../../support/sdk/readers/gemini-generate.ts';
import { openaiChatSdk } from '../../support/sdk/readers/openai-chat.ts';
import { openaiResponsesSdk } from '../../support/sdk/readers/openai-responses.ts';

const bytesOf = (chunks: readonly Chunk[]) => Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('utf8');

describe.each([anthropicMessagesSdk, geminiGenerateSdk, openaiChatSdk, openaiResponsesSdk])(
  'the official SDK $sdk of $dialect as the client of a recording proxy',
  (reader) => {
    const stream = dialectSamples[reader.dialect].streams['parallel-tools'];
    const body = dialectSamples[reader.dialect].body;

    test('reads the same as without it, streaming and not, and both are recorded byte for byte', async () => {
      const upstream = await startUpstream({
        clock: systemClock,
        otherwise: ({ mode }) => (mode === 'stream' ? stream : body),
      });
      onTestFinished(upstream.close);
      const proxy = await proxyTo(upstream.url);
      for (const way of ['iterator', 'body'] as const) {
        const direct = await reader[way]({ baseUrl: upstream.url, headers: {} });
        expect(await reader[way]({ baseUrl: proxy.url, headers: {} })).toEqual(direct);
        expect(direct.tools).toHaveLength(2);
      }
      await proxy.written(2);
      const folder = join(proxy.folder, reader.dialect);
      expect(readdirSync(folder)).toHaveLength(2);
      const [streamed, whole] = loadRecordings({ path: folder });
      expect([streamed?.mode, whole?.mode]).toEqual(['stream', 'body']);
      expect(streamed?.script.writes.map(({ bytes }) => Buffer.from(bytes).toString('utf8'))).toEqual(
        stream.writes.map(({ bytes }) => Buffer.from(bytes).toString('utf8')),
      );
      expect(bytesOf(whole?.script.writes ?? [])).toBe(bytesOf(body.writes));
      expect(streamed?.request?.headers.map(([name]) => name.toLowerCase())).toContain('user-agent');
      expect(proxy.passed).toEqual([]);
    });
  },
);
