import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { CorpusRow } from './corpus.ts';

/** Traits of the servers in the corpus, by dialect. A server that is not listed needs none. */
export const serverTraits: Readonly<Record<DialectId, Readonly<Record<string, readonly string[]>>>> = {
  'anthropic-messages': { openrouter: ['done-after-end'] },
  'gemini-generate': {},
  'openai-chat': {},
  'openai-responses': {
    'bedrock-mantle': ['no-event-line', 'reasoning-part-events'],
    'chatgpt-codex-backend': ['snapshot-empty'],
    'github-copilot': ['ids-rotate'],
    openrouter: ['done-after-end', 'no-event-line', 'items-overlap', 'ids-rotate'],
    xai: ['arguments-done-optional'],
  },
};

/** Traits that not the server has but one exchange: what was asked for, or when. */
const exchangeTraits: Readonly<
  Record<DialectId, readonly { readonly trait: string; readonly applies: (row: CorpusRow) => boolean }[]>
> = {
  'anthropic-messages': [],
  'gemini-generate': [],
  'openai-chat': [],
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

/** `GET /v1/responses/{id}`: a background response that is looked at again. */
function fetchesResponse({ request }: CorpusRow): boolean {
  const { path } = request;
  return typeof path === 'string' && /\/responses\/resp_/.test(path);
}

/** The traits that a row of the corpus is read with. */
export function traitsOf(row: CorpusRow, dialect: DialectId): readonly string[] {
  const own = exchangeTraits[dialect].filter(({ applies }) => applies(row)).map(({ trait }) => trait);
  return [...(serverTraits[dialect][row.server] ?? []), ...own];
}
