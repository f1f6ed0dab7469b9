import type OpenAI from 'openai';
import { openaiClient } from './openai-client.ts';
import { counts, model, prompt, type ReportedCall, type SdkReader, type SdkReport } from './reader.ts';

type Response = OpenAI.Responses.Response;

const request = { model, input: prompt } as const;

export const openaiResponsesSdk: SdkReader = {
  dialect: 'openai-responses',
  sdk: 'openai',
  helperCall: 'client.responses.stream().finalResponse()',

  iterator: async (target) => {
    const stream = await openaiClient(target).responses.create({ ...request, stream: true });
    const calls = new Map<number, { id: string; name: string; text: string }>();
    let [text, refusal, reasoning] = ['', '', ''];
    let last: Response | undefined;
    let [id, answered]: (string | undefined)[] = [];
    const attached: string[] = [];
    for await (const event of stream) {
      switch (event.type) {
        case 'response.created':
          id = event.response.id;
          answered = event.response.model;
          break;
        case 'response.output_text.annotation.added':
          attached.push(JSON.stringify(event.annotation));
          break;
        // Applications that do not show an answer as it comes wait for what is done.
        case 'response.output_text.done':
          attached.push(event.text, JSON.stringify(event.logprobs ?? []));
          break;
        case 'response.refusal.done':
          attached.push(event.refusal);
          break;
        case 'response.reasoning_text.done':
        case 'response.reasoning_summary_text.done':
          attached.push(event.text);
          break;
        case 'response.function_call_arguments.done':
          attached.push(event.arguments);
          break;
        case 'response.output_item.done':
          attached.push(...attachedTo(event.item), JSON.stringify(callIn(event.item) ?? null));
          break;
        case 'response.output_text.delta':
          text += event.delta;
          attached.push(...(event.logprobs ?? []).map((token) => JSON.stringify(token)));
          break;
        case 'response.refusal.delta':
          refusal += event.delta;
          break;
        case 'response.reasoning_text.delta':
        case 'response.reasoning_summary_text.delta':
          reasoning += event.delta;
          break;
        case 'response.output_item.added':
          if (event.item.type === 'function_call') {
            calls.set(event.output_index, { id: event.item.call_id, name: event.item.name, text: '' });
          }
          break;
        case 'response.function_call_arguments.delta': {
          const call = calls.get(event.output_index);
          calls.set(event.output_index, { id: '', name: '', ...call, text: (call?.text ?? '') + event.delta });
          break;
        }
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          last = event.response;
          attached.push(JSON.stringify(last.error ?? null), ...last.output.flatMap(attachedTo));
          attached.push(...last.output.map((item) => JSON.stringify(callIn(item) ?? null)));
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
      refusal,
      tools,
      finish: finishOf(last),
      id,
      model: answered,
      total: last?.usage?.total_tokens,
      attached,
      usage: usageOf(last),
    };
  },

  helper: async (target) => reportOf(await openaiClient(target).responses.stream(request).finalResponse()),

  body: async (target) => reportOf(await openaiClient(target).responses.create(request)),
};

function reportOf(response: Response): SdkReport {
  const messages = response.output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const thoughts = response.output.flatMap((item) =>
    item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])] : [],
  );
  return {
    text: response.output_text,
    reasoning: thoughts.map(({ text }) => text).join(''),
    refusal: messages.map((part) => (part.type === 'refusal' ? part.refusal : '')).join(''),
    tools: response.output.flatMap((item) => callIn(item) ?? []),
    finish: finishOf(response),
    id: response.id,
    model: response.model,
    total: response.usage?.total_tokens,
    attached: [JSON.stringify(response.error ?? null), ...response.output.flatMap(attachedTo)],
    usage: usageOf(response),
  };
}

function callIn(item: OpenAI.Responses.ResponseOutputItem): ReportedCall | undefined {
  return item.type === 'function_call'
    ? { id: item.call_id, name: item.name, arguments: { text: item.arguments } }
    : undefined;
}

/** What an item holds beside text and calls of functions: citations, encrypted reasoning, or the item itself. */
function attachedTo(item: OpenAI.Responses.ResponseOutputItem): readonly string[] {
  switch (item.type) {
    case 'message':
      return [item.id, item.role].concat(
        item.content.flatMap((part) =>
          part.type === 'output_text'
            ? [
                part.text,
                ...part.annotations.map((annotation) => JSON.stringify(annotation)),
                ...(part.logprobs ?? []).map((token) => JSON.stringify(token)),
              ]
            : [part.refusal],
        ),
      );
    case 'reasoning':
      return [item.id, item.encrypted_content ?? '', ...item.summary.map(({ text }) => text)];
    case 'function_call':
      return [item.id ?? ''];
    default:
      return [JSON.stringify(item)];
  }
}

/** The reason of an incomplete response, else its status: what the contract maps too. */
function finishOf(response: Response | undefined): string | undefined {
  return response?.incomplete_details?.reason ?? response?.status;
}

function usageOf(response: Response | undefined): SdkReport['usage'] {
  const usage = response?.usage;
  return counts({
    input: usage?.input_tokens,
    output: usage?.output_tokens,
    cacheRead: usage?.input_tokens_details?.cached_tokens,
    reasoning: usage?.output_tokens_details?.reasoning_tokens,
  });
}
