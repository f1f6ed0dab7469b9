import { type ChatResponse, Ollama } from 'ollama';
import { counts, model, prompt, type ReportedCall, type SdkReader, type SdkReport, type SdkTarget } from './reader.ts';

const request = { model, messages: [{ role: 'user', content: prompt }] };

function clientFor({ baseUrl, headers }: SdkTarget): Ollama {
  return new Ollama({ host: baseUrl, headers: { ...headers } });
}

export const ollamaChatSdk: SdkReader = {
  dialect: 'ollama-chat',
  sdk: 'ollama',

  iterator: async (target) => {
    const lines: ChatResponse[] = [];
    for await (const line of await clientFor(target).chat({ ...request, stream: true })) {
      lines.push(line);
    }
    return reportOf(lines);
  },

  body: async (target) => reportOf([await clientFor(target).chat({ ...request, stream: false })]),
};

function reportOf(lines: readonly ChatResponse[]): SdkReport {
  const last = lines.at(-1);
  return {
    text: lines.map(({ message }) => message.content).join(''),
    reasoning: lines.map(({ message }) => message.thinking ?? '').join(''),
    refusal: '',
    tools: lines.flatMap(({ message }) =>
      (message.tool_calls ?? []).map(
        (call): ReportedCall => ({
          id: idOf(call),
          name: call.function.name,
          arguments: { value: call.function.arguments },
        }),
      ),
    ),
    finish: last?.done_reason,
    model: lines[0]?.model,
    attached: [lines[0]?.message.role ?? '', ...lines.flatMap(attachedTo)],
    usage: counts({
      input: last?.prompt_eval_count,
      output: last?.eval_count,
      cacheRead: cachedIn(last),
      reasoning: undefined,
    }),
  };
}

/** Log probabilities. */
function attachedTo(line: object): readonly string[] {
  const value: unknown = 'logprobs' in line ? line.logprobs : undefined;
  return value === undefined || value === null ? [] : [JSON.stringify(value)];
}

/** Newer than the types of the SDK, which hands it on. */
function idOf(call: object): string {
  return 'id' in call && typeof call.id === 'string' ? call.id : '';
}

/** The same. */
function cachedIn(line: object | undefined): number | undefined {
  const count: unknown = line && 'prompt_eval_cached_count' in line ? line.prompt_eval_cached_count : undefined;
  return typeof count === 'number' ? count : undefined;
}
