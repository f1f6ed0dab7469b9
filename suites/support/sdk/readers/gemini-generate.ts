import { type Candidate, type Content, type GenerateContentResponse, GoogleGenAI, type Part } from '@google/genai';
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

function clientFor({ baseUrl, headers }: SdkTarget): GoogleGenAI {
  return new GoogleGenAI({
    apiKey: placeholderKey,
    vertexai: false,
    httpOptions: { baseUrl, apiVersion: 'v1beta', headers, retryOptions: { attempts: 1 } },
  });
}

export const geminiGenerateSdk: SdkReader = {
  dialect: 'gemini-generate',
  sdk: '@google/genai',
  helperCall: 'ai.chats.create().sendMessageStream()',

  iterator: async (target) => {
    const stream = await clientFor(target).models.generateContentStream({ model, contents: prompt });
    return reportOf(await all(stream));
  },

  // The chat helper says what it took for an answer by what it keeps of it in the history.
  helper: async (target) => {
    const chat = clientFor(target).chats.create({ model });
    const report = reportOf(await all(await chat.sendMessageStream({ message: prompt })));
    const history = chat.getHistory().filter(({ role }) => role === 'model');
    const kept = history.some(({ parts = [] }) => parts.length > 0);
    return { ...report, ...(kept ? saidIn(history) : {}), kept };
  },

  body: async (target) => reportOf([await clientFor(target).models.generateContent({ model, contents: prompt })]),
};

async function all(stream: AsyncIterable<GenerateContentResponse>): Promise<readonly GenerateContentResponse[]> {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
  }
  return chunks;
}

function reportOf(chunks: readonly GenerateContentResponse[]): SdkReport {
  const candidates = chunks.flatMap((chunk) => (chunk.candidates ?? []).filter(({ index = 0 }) => index === 0));
  const usage = chunks.findLast(({ usageMetadata }) => usageMetadata !== undefined)?.usageMetadata;
  const blocked = chunks.find(({ promptFeedback }) => promptFeedback?.blockReason !== undefined)?.promptFeedback;
  return {
    ...saidIn(candidates.flatMap(({ content }) => content ?? [])),
    id: chunks.find(({ responseId }) => responseId !== undefined)?.responseId,
    model: chunks.find(({ modelVersion }) => modelVersion !== undefined)?.modelVersion,
    total: usage?.totalTokenCount,
    attached: chunks.flatMap((chunk) => (chunk.candidates ?? []).flatMap(attachedTo)),
    finish: candidates.findLast(({ finishReason }) => finishReason !== undefined)?.finishReason ?? blocked?.blockReason,
    usage: counts({
      input: sum(usage?.promptTokenCount, usage?.toolUsePromptTokenCount),
      output: sum(
        usage?.candidatesTokenCount ?? (usage?.totalTokenCount === undefined ? undefined : 0),
        usage?.thoughtsTokenCount,
      ),
      cacheRead: usage?.cachedContentTokenCount,
      reasoning: usage?.thoughtsTokenCount,
    }),
  };
}

/** What a candidate holds beside the text and the calls of the first one. */
function attachedTo({ index = 0, content, citationMetadata, groundingMetadata, logprobsResult }: Candidate) {
  const parts = (content?.parts ?? []).map(({ text, functionCall: _, thought: __, ...rest }): object =>
    index === 0 ? rest : { ...rest, index, text },
  );
  return [{ role: content?.role }, ...parts, citationMetadata, groundingMetadata, logprobsResult]
    .filter((value) => value !== undefined && value !== null && Object.keys(value).length > 0)
    .map((value) => JSON.stringify(value));
}

function saidIn(contents: readonly Content[]): Pick<SdkReport, 'text' | 'reasoning' | 'refusal' | 'tools'> {
  const parts = contents.flatMap((content): readonly Part[] => content.parts ?? []);
  return {
    text: parts.map(({ text = '', thought }) => (thought === true ? '' : text)).join(''),
    reasoning: parts.map(({ text = '', thought }) => (thought === true ? text : '')).join(''),
    refusal: '',
    tools: parts.flatMap(({ functionCall: call }): readonly ReportedCall[] =>
      call === undefined ? [] : [{ id: call.id ?? '', name: call.name ?? '', arguments: { value: call.args ?? {} } }],
    ),
  };
}
