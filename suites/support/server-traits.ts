import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { type CorpusRow, corpusBytes, trustedFraming } from './corpus.ts';

/** Traits of the servers in the corpus, by dialect. A server that is not listed needs none. */
export const serverTraits: Readonly<Record<DialectId, Readonly<Record<string, readonly string[]>>>> = {
  'anthropic-messages': {
    ollama: ['nulls-absent', 'signature-absent'],
    openrouter: ['done-after-end'],
    'unknown-relay': ['nulls-absent'],
    'vercel-ai-gateway': ['signature-absent'],
  },
  'gemini-generate': {},
  'openai-chat': {
    'alibaba-dashscope': ['tool-identity-blank'],
    'anthropic-openai-compat': ['tool-index-free'],
    avian: ['usage-in-choice-chunk', 'finish-repeated', 'created-varies', 'id-varies'],
    'azure-ai-foundry': ['created-varies', 'usage-uneven'],
    'azure-openai': ['created-varies', 'envelope-incomplete', 'message-absent', 'usage-uneven'],
    bedrock: ['tool-identity-blank', 'envelope-incomplete'],
    cerebras: ['usage-in-choice-chunk', 'no-done'],
    'cerebras(via-hf-router)': ['usage-in-choice-chunk', 'no-done'],
    deepseek: ['usage-in-choice-chunk'],
    doubleword: ['usage-in-choice-chunk', 'finish-repeated', 'usage-uneven'],
    'fireworks(via-hf-router)': ['usage-in-choice-chunk'],
    'github-copilot': ['usage-in-choice-chunk', 'envelope-incomplete'],
    'google-ai-studio': ['tool-id-absent', 'usage-uneven'],
    groq: ['usage-in-choice-chunk', 'created-varies', 'id-varies', 'role-absent'],
    'hf-inference-tgi': ['created-varies', 'no-done'],
    'huggingface-router': ['usage-in-choice-chunk', 'no-done', 'envelope-incomplete'],
    hyperbolic: ['usage-in-choice-chunk', 'usage-early'],
    'llama.cpp': ['created-varies', 'usage-early'],
    mistral: [
      ...['usage-in-choice-chunk', 'content-parts', 'role-absent'],
      ...['tool-type-absent', 'tool-index-absent', 'usage-uneven'],
    ],
    neon: ['usage-in-choice-chunk', 'usage-early', 'usage-null'],
    'novita(via-hf-router)': ['usage-in-choice-chunk', 'usage-early'],
    ollama: ['created-varies'],
    openrouter: ['usage-in-choice-chunk', 'finish-repeated', 'tool-identity-blank', 'error-fields'],
    perplexity: [
      ...['usage-in-choice-chunk', 'usage-early', 'no-done'],
      ...['created-varies', 'id-varies', 'object-varies'],
    ],
    'together(via-hf-router)': ['usage-in-choice-chunk'],
    'unknown-local': ['usage-in-choice-chunk'],
    'unknown-relay': ['usage-in-choice-chunk', 'finish-repeated', 'role-absent'],
    venice: ['usage-in-choice-chunk', 'tool-identity-blank'],
    'vercel-ai-gateway': ['usage-in-choice-chunk', 'usage-uneven'],
    vllm: ['tool-identity-blank'],
    watsonx: ['tool-identity-blank'],
    xai: ['usage-in-choice-chunk', 'created-varies', 'usage-uneven'],
    zai: ['usage-in-choice-chunk', 'finish-repeated', 'envelope-incomplete'],
  },
  'openai-responses': {
    'bedrock-mantle': ['no-event-line', 'reasoning-part-events'],
    'chatgpt-codex-backend': ['snapshot-empty'],
    'github-copilot': ['ids-rotate'],
    openrouter: ['done-after-end', 'no-event-line', 'items-overlap', 'ids-rotate'],
    xai: ['arguments-done-optional'],
  },
};

/** A trait that not the server has but one exchange, or its recording: what was asked for, when, and how it was saved. */
interface ExchangeTrait {
  readonly trait: string;
  readonly applies: (row: CorpusRow) => boolean;
}

export const exchangeTraits: Readonly<Record<DialectId, readonly ExchangeTrait[]>> = {
  'anthropic-messages': [{ trait: 'tail-unterminated', applies: lostItsLastBlankLine }],
  'gemini-generate': [{ trait: 'tail-unterminated', applies: lostItsLastBlankLine }],
  'openai-chat': [
    { trait: 'tail-unterminated', applies: lostItsLastBlankLine },
    { trait: 'no-done', applies: (row) => row.stream && !trustedFraming(row) && !hasEndMarker(row) },
    { trait: 'audio', applies: (row) => row.stream && row.features.includes('audio_output') },
  ],
  'openai-responses': [
    { trait: 'resume', applies: (row) => row.stream && fetchesResponse(row) },
    { trait: 'background', applies: (row) => !row.stream && fetchesResponse(row) },
    // Recorded in March 2025, before events had numbers.
    {
      trait: 'no-sequence',
      applies: (row) => row.id === 'openai-responses/openai-test-openai-responses-stream-0-b8bfda',
    },
  ],
};

/** Kept as a file whose end was trimmed: what no recorder of bytes does. */
function lostItsLastBlankLine(row: CorpusRow): boolean {
  return row.stream && row.framing.startsWith('sse') && !/\r?\n\r?\n$/.test(textOf(row).slice(-4));
}

/** A recorder that kept chunks, and not bytes, had no place for what is no chunk. */
function hasEndMarker(row: CorpusRow): boolean {
  return /^data: ?\[DONE\]/m.test(textOf(row));
}

function textOf(row: CorpusRow): string {
  return new TextDecoder().decode(corpusBytes(row));
}

/** `GET /v1/responses/{id}`: a background response that is looked at again. */
function fetchesResponse({ request }: CorpusRow): boolean {
  const { path } = request;
  return typeof path === 'string' && /\/responses\/resp_/.test(path);
}

/** The traits that a row of the corpus is read with. */
export function traitsOf(row: CorpusRow, dialect: DialectId): readonly string[] {
  const own = exchangeTraits[dialect].filter(({ applies }) => applies(row)).map(({ trait }) => trait);
  return [...new Set([...(serverTraits[dialect][row.server] ?? []), ...own])];
}
