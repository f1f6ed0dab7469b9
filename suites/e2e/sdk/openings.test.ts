import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';
import { anthropicMessagesSdk } from '../../support/sdk/readers/anthropic-messages.ts';
import { openaiResponsesSdk } from '../../support/sdk/readers/openai-responses.ts';
import type { SdkRead } from '../../support/sdk/readers/reader.ts';
import { captureOf, ownRecordings } from '../../support/streams/law-streams.ts';

/** The events that open an answer or a part of it, by the SDK whose helper cannot do without them. */
const openings = [
  { reader: anthropicMessagesSdk, types: ['message_start', 'content_block_start'] },
  {
    reader: openaiResponsesSdk,
    types: [
      'response.created',
      'response.output_item.added',
      'response.content_part.added',
      'response.reasoning_summary_part.added',
    ],
  },
];

const names = ['reasoning-then-text', 'text-then-tool', 'refusal'];

function without(script: WireScript, type: string): WireScript {
  const blocks = new TextDecoder().decode(joinChunks(script.writes)).split(/(?<=\n\n)/);
  const left = blocks.filter((block) => !block.startsWith(`event: ${type}\n`));
  return { ...script, writes: [{ atMs: 0, bytes: Buffer.from(left.join('')) }] };
}

async function readBy(read: SdkRead, script: WireScript) {
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => script });
  onTestFinished(upstream.close);
  return read({ baseUrl: upstream.url, headers: {} });
}

/** What the contract reads, as far as every reader can say it without an opening. */
function said({ choices: [first], usage: { input, output } }: Outcome): object {
  return {
    text: first?.text,
    reasoning: first?.reasoning,
    refusal: first?.refusal,
    finish: first?.finish?.raw,
    usage: {
      ...(input.state === 'reported' ? { input: input.value } : {}),
      ...(output.state === 'reported' ? { output: output.value } : {}),
    },
  };
}

describe.each(openings)('where an opening is missing, the SDK of $reader.dialect', ({ reader, types }) => {
  const scripts = ownRecordings
    .filter(({ dialect, mode, name }) => dialect === reader.dialect && mode === 'stream' && names.includes(name))
    .map(({ script }) => script);

  test.each(types)('hands out what the contract reads, event by event, and its helper throws: %s', async (type) => {
    const broken = scripts.map((script) => without(script, type));
    const changed = broken.filter(
      (script, at) => joinChunks(script.writes).length < joinChunks(scripts[at]?.writes ?? []).length,
    );
    expect(changed.length).toBeGreaterThan(0);
    for (const script of changed) {
      const { outcome } = readCapture(reader.dialect, 'stream', captureOf(joinChunks(script.writes)));
      expect(await readBy(reader.iterator, script)).toMatchObject(said(outcome));
      await expect(readBy(reader.helper ?? reader.iterator, script)).rejects.toThrow();
    }
  });
});
