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
    for await (const event of stream) {
      switch (event.type) {
        case 'response.output_text.delta':
          text += event.delta;
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
          break;
        default:
          break;
      }
    }
    const tools = [...calls.values()].map(
      ({ id, name, text: args }): ReportedCall => ({ id, name, arguments: { text: args } }),
    );
    return { text, reasoning, refusal, tools, finish: finishOf(last), usage: usageOf(last) };
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
    tools: response.output.flatMap((item): readonly ReportedCall[] =>
      item.type === 'function_call' ? [{ id: item.call_id, name: item.name, arguments: { text: item.arguments } }] : [],
    ),
    finish: finishOf(response),
    usage: usageOf(response),
  };
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
