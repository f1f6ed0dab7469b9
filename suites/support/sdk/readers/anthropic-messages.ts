import Anthropic from '@anthropic-ai/sdk';
import {
  counts,
  model,
  placeholderKey,
  prompt,
  type ReportedCall,
  type SdkReader,
  type SdkReport,
  type SdkTarget,
  sum,
} from './reader.ts';

const request = { model, max_tokens: 1_000, messages: [{ role: 'user' as const, content: prompt }] };

function clientFor({ baseUrl, headers }: SdkTarget): Anthropic {
  return new Anthropic({
    apiKey: placeholderKey,
    authToken: null,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    defaultHeaders: headers,
  });
}

export const anthropicMessagesSdk: SdkReader = {
  dialect: 'anthropic-messages',
  sdk: '@anthropic-ai/sdk',
  helperCall: 'client.messages.stream().finalMessage()',

  iterator: async (target) => {
    const stream = await clientFor(target).messages.create({ ...request, stream: true });
    const calls = new Map<number, { id: string; name: string; text: string }>();
    let [text, reasoning] = ['', ''];
    let finish: string | null = null;
    let usage: Partial<Anthropic.Usage> | undefined;
    for await (const event of stream) {
      switch (event.type) {
        case 'message_start':
          usage = event.message.usage;
          finish = event.message.stop_reason;
          break;
        case 'content_block_start':
          if (event.content_block.type === 'tool_use') {
            calls.set(event.index, { id: event.content_block.id, name: event.content_block.name, text: '' });
          }
          text += event.content_block.type === 'text' ? event.content_block.text : '';
          break;
        case 'content_block_delta': {
          text += event.delta.type === 'text_delta' ? event.delta.text : '';
          reasoning += event.delta.type === 'thinking_delta' ? event.delta.thinking : '';
          const call = calls.get(event.index);
          if (call !== undefined && event.delta.type === 'input_json_delta') {
            call.text += event.delta.partial_json;
          }
          break;
        }
        case 'message_delta':
          finish = event.delta.stop_reason ?? finish;
          usage = { ...usage, ...given(event.usage) };
          break;
        default:
          break;
      }
    }
    const tools = [...calls.values()].map(
      ({ id, name, text: args }): ReportedCall => ({ id, name, arguments: { text: args } }),
    );
    return { text, reasoning, refusal: '', tools, finish, usage: usageOf(usage) };
  },

  helper: async (target) => reportOf(await clientFor(target).messages.stream(request).finalMessage()),

  body: async (target) => reportOf(await clientFor(target).messages.create(request)),
};

function reportOf({ content, stop_reason: finish, usage }: Anthropic.Message): SdkReport {
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    refusal: '',
    tools: content.flatMap((block): readonly ReportedCall[] =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: { value: block.input } }] : [],
    ),
    finish,
    usage: usageOf(usage),
  };
}

/** A null of message_delta keeps what message_start said. */
function given(usage: Anthropic.MessageDeltaUsage): Partial<Anthropic.Usage> {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

function usageOf(usage: Partial<Anthropic.Usage> | undefined): SdkReport['usage'] {
  return counts({
    input: sum(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens),
    output: usage?.output_tokens,
    cacheRead: usage?.cache_read_input_tokens,
    reasoning: usage?.output_tokens_details?.thinking_tokens,
  });
}
