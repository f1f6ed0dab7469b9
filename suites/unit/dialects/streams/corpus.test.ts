import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../../src/core/json.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import type { EncodableFrame } from '../../../../src/wire/sse-encoder.ts';
import { corpusFolder, corpusFrames, corpusRows } from '../../../support/corpus/corpus.ts';
import { encodeAll, payloads } from '../support/encoding.ts';
import { field } from '../support/payload-members.ts';
import { chatEvents, chatSteps, messagesEvents } from '../support/provider-streams.ts';

/** What an answer's events cannot say, and no encoder can therefore write: audio data, the kind of an MCP call. */
const unsaid = ['audio_output', 'server_tool:mcp_tool_use'];

/** Streams whose bytes are as the provider itself sent them. */
function streams(
  dialect: string,
  server: string,
  finish: readonly string[],
): readonly { readonly name: string; readonly frames: readonly EncodableFrame[] }[] {
  return corpusRows()
    .filter((row) => row.dialect === dialect && row.server === server && row.stream)
    .filter((row) => row.byteFidelity.startsWith('exact') && !row.features.some((feature) => unsaid.includes(feature)))
    .filter((row) => finish.includes(row.finish[0] ?? ''))
    .map((row) => ({ name: row.file, frames: corpusFrames(row) }));
}

const messages = streams('anthropic-messages', 'anthropic', ['end_turn', 'tool_use', 'max_tokens', 'refusal']);
const chat = streams('openai-chat', 'openai', ['stop', 'tool_calls', 'length']);

describe.skipIf(corpusFolder() === undefined)('the encoders write what the providers write', () => {
  it('is measured on enough streams', () => {
    expect(messages.length).toBeGreaterThan(30);
    expect(chat.length).toBeGreaterThan(20);
  });

  it.each(messages)('$name', ({ frames }) => {
    const original = substance(payloads(frames));
    const written = substance(payloads(encodeAll(dialects['anthropic-messages'], messagesEvents(payloads(frames)))));
    expect(written.map(({ type, index }) => [type, index])).toEqual(original.map(({ type, index }) => [type, index]));
    // The provider says more (tiers, containers); what we say must be what it says.
    written.forEach((payload, position) => {
      const theirs = original[position] ?? {};
      expect(theirs).toMatchObject(withoutCountersBeyond(payload, theirs));
    });
  });

  it.each(chat)('$name', ({ frames }) => {
    const original = payloads(frames);
    const events = chatEvents(original);
    const includeUsage = original.some((chunk) => 'usage' in chunk);
    const written = encodeAll(dialects['openai-chat'], events, {
      includeUsage,
      created: Number(original[0]?.['created']),
    });
    expect(written.at(-1)?.data).toBe(frames.at(-1)?.data);
    expect(chatSteps(payloads(written))).toEqual(chatSteps(original));
    for (const [position, chunk] of payloads(written).entries()) {
      const { choices: _, usage, ...head } = chunk;
      expect(original[Math.min(position, original.length - 1)]).toMatchObject(head);
      expect('usage' in chunk).toBe(includeUsage);
      if (isObject(usage)) {
        expect(original.at(-1)?.['usage']).toMatchObject(usage);
      }
    }
  });
});

/** A stream without its pings, which may stand anywhere, and without deltas that add nothing. */
function substance(stream: readonly JsonObject[]): readonly JsonObject[] {
  return stream.filter(({ type, delta }) => type !== 'ping' && !(isObject(delta) && Object.values(delta).includes('')));
}

/** Older recordings leave the input counters out of `message_delta`; we repeat what we know. */
function withoutCountersBeyond(payload: JsonObject, original: JsonObject): object {
  const usage = payload['type'] === 'message_delta' ? field(payload, 'usage') : undefined;
  if (usage === undefined) {
    return payload;
  }
  const known = field(original, 'usage');
  return { ...payload, usage: Object.fromEntries(Object.entries(usage).filter(([key]) => key in known)) };
}
