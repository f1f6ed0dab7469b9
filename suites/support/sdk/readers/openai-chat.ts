import type OpenAI from 'openai';
import { openaiClient } from './openai-client.ts';
import { counts, model, prompt, type ReportedCall, type SdkReader, type SdkReport } from './reader.ts';

const request = { model, messages: [{ role: 'user', content: prompt }] } as const;
const streamed = { ...request, messages: [...request.messages], stream_options: { include_usage: true } };

export const openaiChatSdk: SdkReader = {
  dialect: 'openai-chat',
  sdk: 'openai',
  helperCall: 'client.chat.completions.stream().finalChatCompletion()',

  iterator: async (target) => {
    const stream = await openaiClient(target).chat.completions.create({ ...streamed, stream: true });
    const calls = new Map<number, { id: string; name: string; text: string }>();
    let [text, refusal, reasoning] = ['', '', ''];
    let finish: string | null = null;
    let usage: OpenAI.CompletionUsage | null | undefined;
    let [id, answered]: (string | undefined)[] = [];
    const attached: string[] = [];
    for await (const chunk of stream) {
      usage = chunk.usage ?? usage;
      id ??= chunk.id;
      answered ??= chunk.model;
      for (const { index, delta, finish_reason: reason, logprobs } of chunk.choices) {
        if (index !== 0) {
          attached.push(`${index} ${delta.content ?? ''} ${reason ?? ''}`);
          continue;
        }
        attached.push(...attachedTo(delta), ...(logprobs?.content ?? []).map((token) => JSON.stringify(token)));
        text += delta.content ?? '';
        refusal += delta.refusal ?? '';
        reasoning += reasoningOf(delta);
        finish = reason ?? finish;
        for (const fragment of delta.tool_calls ?? []) {
          const call = calls.get(fragment.index) ?? { id: '', name: '', text: '' };
          calls.set(fragment.index, {
            id: fragment.id ?? call.id,
            name: fragment.function?.name ?? call.name,
            text: call.text + (fragment.function?.arguments ?? ''),
          });
        }
      }
    }
    const tools = [...calls.values()].map(
      ({ id, name, text: args }): ReportedCall => ({ id, name, arguments: { text: args } }),
    );
    const total = usage?.total_tokens;
    return { text, reasoning, refusal, tools, finish, id, model: answered, total, attached, usage: usageOf(usage) };
  },

  // It keeps the last fragment alone of a member that it has no type for, so it says nothing of reasoning.
  helper: async (target) => {
    const stream = openaiClient(target).chat.completions.stream({ ...streamed, stream: true });
    const { reasoning: _, ...typed } = reportOf(await stream.finalChatCompletion());
    return typed;
  },

  body: async (target) =>
    reportOf(await openaiClient(target).chat.completions.create({ ...request, messages: [...request.messages] })),
};

function reportOf({ id, model: answered, choices, usage }: OpenAI.ChatCompletion): SdkReport {
  const [choice] = choices;
  return {
    text: choice?.message.content ?? '',
    reasoning: choice === undefined ? '' : reasoningOf(choice.message),
    refusal: choice?.message.refusal ?? '',
    tools: (choice?.message.tool_calls ?? []).map((call): ReportedCall => {
      const { name, text } =
        call.type === 'function'
          ? { name: call.function.name, text: call.function.arguments }
          : { name: call.custom.name, text: call.custom.input };
      return { id: call.id, name, arguments: { text } };
    }),
    finish: choice?.finish_reason,
    id,
    model: answered,
    total: usage?.total_tokens,
    // Applications send the message back in their next request.
    attached: [
      choice?.message.role ?? '',
      ...choices.slice(1).map(({ index, message, finish_reason: reason }) => `${index} ${message.content} ${reason}`),
      ...(choice === undefined ? [] : attachedTo(choice.message)),
      ...(choice?.logprobs?.content ?? []).map((token) => JSON.stringify(token)),
    ],
    usage: usageOf(usage),
  };
}

/** What a message or a part of it holds beside text and calls. */
function attachedTo(part: object): readonly string[] {
  return ['annotations', 'audio', 'function_call'].flatMap((name) => {
    const value: unknown = Object.entries(part).find(([key]) => key === name)?.[1];
    return value === undefined || value === null ? [] : [JSON.stringify({ [name]: value })];
  });
}

/** Compatible servers have it; the SDK hands it on without a type. */
function reasoningOf(part: object): string {
  const value: unknown = 'reasoning_content' in part ? part.reasoning_content : undefined;
  return typeof value === 'string' ? value : '';
}

function usageOf(usage: OpenAI.CompletionUsage | null | undefined): SdkReport['usage'] {
  return counts({
    input: usage?.prompt_tokens,
    output: usage?.completion_tokens,
    cacheRead: usage?.prompt_tokens_details?.cached_tokens,
    reasoning: usage?.completion_tokens_details?.reasoning_tokens,
  });
}
