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
    let started: Anthropic.Message | undefined;
    const attached: string[] = [];
    for await (const event of stream) {
      switch (event.type) {
        case 'message_start':
          started = event.message;
          // Applications show what a prompt costs before the answer is there.
          attached.push(JSON.stringify(event.message.usage));
          usage = event.message.usage;
          finish = event.message.stop_reason;
          break;
        case 'content_block_start':
          if (event.content_block.type === 'tool_use') {
            calls.set(event.index, { id: event.content_block.id, name: event.content_block.name, text: '' });
          }
          text += event.content_block.type === 'text' ? event.content_block.text : '';
          reasoning += event.content_block.type === 'thinking' ? event.content_block.thinking : '';
          attached.push(...attachedTo(event.content_block));
          break;
        case 'content_block_delta': {
          text += event.delta.type === 'text_delta' ? event.delta.text : '';
          reasoning += event.delta.type === 'thinking_delta' ? event.delta.thinking : '';
          if (event.delta.type === 'signature_delta' || event.delta.type === 'citations_delta') {
            attached.push(JSON.stringify(event.delta));
          }
          const call = calls.get(event.index);
          if (call !== undefined && event.delta.type === 'input_json_delta') {
            call.text += event.delta.partial_json;
          }
          break;
        }
        // Applications run a call, and show a thought, when its block ends.
        case 'content_block_stop':
          attached.push(JSON.stringify(calls.get(event.index) ?? event.index));
          break;
        case 'message_delta':
          attached.push(...endOf(event.delta));
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
    return {
      text,
      reasoning,
      refusal: '',
      tools,
      finish,
      id: started?.id,
      model: started?.model,
      attached,
      usage: usageOf(usage),
    };
  },

  helper: async (target) => reportOf(await clientFor(target).messages.stream(request).finalMessage()),

  body: async (target) => reportOf(await clientFor(target).messages.create(request)),
};

function reportOf(message: Anthropic.Message): SdkReport {
  const { id, model: answered, role, content, stop_reason: finish, usage } = message;
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    refusal: '',
    tools: content.flatMap((block): readonly ReportedCall[] =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: { value: block.input } }] : [],
    ),
    finish,
    id,
    model: answered,
    // Applications send the message back in their next request.
    attached: [role, ...content.flatMap(attachedTo), ...endOf(message)],
    usage: usageOf(usage),
  };
}

/** What is said of the end beside its reason. */
function endOf({ stop_sequence, stop_details }: Pick<Anthropic.Message, 'stop_sequence' | 'stop_details'>) {
  return [stop_sequence ?? '', JSON.stringify(stop_details ?? null)];
}

/** What a block holds beside text and calls of the client. */
function attachedTo(block: Anthropic.ContentBlock): readonly string[] {
  switch (block.type) {
    case 'text':
      return (block.citations ?? []).map((citation) => JSON.stringify(citation));
    case 'thinking':
      return [block.signature];
    case 'tool_use':
      return [];
    default:
      return [JSON.stringify(block)];
  }
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
