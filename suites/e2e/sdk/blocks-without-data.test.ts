import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';
import { geminiGenerateSdk } from '../../support/sdk/readers/gemini-generate.ts';
import { openaiChatSdk } from '../../support/sdk/readers/openai-chat.ts';
import { openaiResponsesSdk } from '../../support/sdk/readers/openai-responses.ts';
import type { SdkReader } from '../../support/sdk/readers/reader.ts';

const blocks = {
  retry: 'retry: 3000',
  id: 'id: 7',
  event: 'event: keepalive',
  error: 'event: error',
  comment: ': note',
} as const;

type Block = keyof typeof blocks;

/** What each SDK throws at, as the sources of the contracts say; at everything else it reads what it reads without. */
const throwsAt: readonly { readonly reader: SdkReader; readonly at: readonly Block[] }[] = [
  { reader: openaiChatSdk, at: ['event', 'error'] },
  { reader: openaiResponsesSdk, at: ['event', 'error'] },
  { reader: anthropicMessagesSdk, at: ['error'] },
  { reader: geminiGenerateSdk, at: [] },
];

/** A sample stream with something written behind its first block, in the line ends of the stream. */
function withBlock(script: WireScript, block: string): WireScript {
  const text = Buffer.from(joinChunks(script.writes)).toString('utf8');
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = lineEnd + lineEnd;
  const end = text.indexOf(gap) + gap.length;
  const bytes = Buffer.from(`${text.slice(0, end)}${block}${gap}${text.slice(end)}`);
  return { ...script, writes: [{ atMs: 0, bytes }] };
}

async function readBy(reader: SdkReader, script: WireScript) {
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => script });
  onTestFinished(upstream.close);
  return reader.iterator({ baseUrl: upstream.url, headers: {} });
}

describe.each(throwsAt)('the official SDK $reader.sdk of $reader.dialect', ({ reader, at }) => {
  const script = dialectSamples[reader.dialect].streams['parallel-tools'];

  test.each(Object.entries(blocks))(
    'reads or throws at a block of %s alone as the contract says',
    async (name, block) => {
      const reading = readBy(reader, withBlock(script, block));
      if (at.some((one) => one === name)) {
        await expect(reading).rejects.toThrow();
      } else {
        expect(await reading).toEqual(await readBy(reader, script));
      }
    },
  );

  test.each(['{"error":{"message":"overloaded","type":"server_error"}}', 'Data: {"a":1}', 'Internal Server Error'])(
    'drops %j, which is no data, in silence',
    async (line) => {
      expect(await readBy(reader, withBlock(script, line))).toEqual(await readBy(reader, script));
    },
  );
});
