import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Integrity } from '../../src/core/outcome.ts';
import type { CorpusRow } from './corpus.ts';

/** Answers that break a must in spite of the traits of their server, with the reason and all that is found. */
export interface CorpusException {
  readonly reason: string;
  /** Ends of the ids that the manifest has for them; each stands for one answer. */
  readonly ids: readonly string[];
  readonly integrity: Integrity;
  readonly issues: readonly string[];
}

const abridged: readonly CorpusException[] = [
  {
    reason: 'the reproduction of an issue: an item without its beginning, snapshots shortened to a few fields',
    ids: ['openai-issue-18970-programmatic-approval.1-0-490f94'],
    integrity: 'missing_finish_reason',
    issues: [
      ...['event.schema.response.completed', 'event.schema.response.created'],
      ...['item.gap', 'item.not-open', 'response.status', 'sequence.absent'],
    ],
  },
  {
    reason: 'the body of that issue, shortened to a few fields as well',
    ids: ['openai-issue-18970-programmatic-approval.1-0-556af3'],
    integrity: 'no_end_marker',
    issues: ['event.schema.$body', 'terminal.missing'],
  },
  {
    reason: 'a fixture from which events were taken out: the first item, and the done event of the input',
    ids: ['openai-openai-custom-text-tool.1-0-509f16'],
    integrity: 'protocol_error',
    issues: ['item.done-missing', 'item.gap', 'item.unknown'],
  },
  {
    reason: 'a fixture that ends before the terminal event',
    ids: ['openai-openai-image-generation-tool.1-0-c72f62'],
    integrity: 'no_end_marker',
    issues: ['terminal.missing'],
  },
  {
    reason: 'the reproduction of an issue: deltas were taken out, and it ends before the terminal event',
    ids: ['openai-openai-issue-8562-missing-reasoning-summary.1-0-983d35'],
    integrity: 'no_end_marker',
    issues: ['part.unknown', 'terminal.missing'],
  },
  {
    reason: 'a fixture that shows `phase`: deltas and whole items were taken out',
    ids: ['openai-openai-phase.1-0-5ac4f6'],
    integrity: 'protocol_error',
    issues: ['item.gap', 'item.unknown', 'part.sum.text'],
  },
  {
    reason: 'a fixture in which the text is a placeholder, but not in its deltas',
    ids: ['openai-openai-shell-container.1-0-e82950'],
    integrity: 'protocol_error',
    issues: ['part.sum.text'],
  },
  {
    reason: 'written by hand though filed as recorded: the status `complete` exists nowhere else',
    ids: ['openai-test-openai-previous-response-id-1-4e608d'],
    integrity: 'no_end_marker',
    issues: ['terminal.missing'],
  },
];

export const corpusExceptions: Readonly<Record<DialectId, readonly CorpusException[]>> = {
  'anthropic-messages': [
    {
      reason: 'two messages spliced into one stream',
      ids: ['anthropic-anthropic-code-execution-pdf-skill.1-0-8b2971'],
      integrity: 'protocol_error',
      issues: ['block.duplicate', 'block.gap', 'block.not-open', 'block.overlap', 'block.unclosed'],
    },
    {
      reason: 'a fixture saved as a file and reordered: its null members were lost on the way',
      ids: ['anthropic-anthropic-json-tool.1-0-27b248'],
      integrity: 'protocol_error',
      issues: ['event.schema.$body'],
    },
    {
      reason: 'the fault that an issue reports: the gateway ends without message_stop',
      ids: ['vercel-ai-gateway-issue-17326-xai-stream-0-c24b3d'],
      integrity: 'no_end_marker',
      issues: ['terminal.missing'],
    },
  ],
  'gemini-generate': [
    {
      reason: 'a mock edited by hand: text, then a block reason, no finish reason',
      ids: ['google-ai-studio-streaming-failure-prompt-blocked-safety-0-9f2279'],
      integrity: 'protocol_error',
      issues: ['candidate.unclosed'],
    },
    {
      reason: 'a mock without candidates, and with the message of a block without its reason',
      ids: ['google-ai-studio-unary-failure-only-prompt-feedback-0-ec7b92'],
      integrity: 'no_end_marker',
      issues: ['terminal.missing'],
    },
    {
      reason: 'a mock of a candidate without a finish reason',
      ids: ['vertex-ai-unary-success-missing-safety-ratings-0-f6be8d'],
      integrity: 'no_end_marker',
      issues: ['terminal.missing'],
    },
  ],
  'openai-chat': [
    {
      reason: 'Snowflake says no finish reason but an empty one, so nothing proves that the answer is whole',
      ids: [
        'snowflake-cortex-test-snowflake-llama-0-fbd3c7',
        'snowflake-cortex-test-snowflake-model-simple-0-70ccd7',
        'snowflake-cortex-test-snowflake-model-streaming-0-c3a805',
        'snowflake-cortex-test-snowflake-native-output-0-1d9866',
        'snowflake-cortex-test-snowflake-thinking-0-10c621',
        'snowflake-cortex-test-snowflake-thinking-1-005eb0',
        'snowflake-cortex-test-snowflake-tool-calling-0-f3f539',
        'snowflake-cortex-test-snowflake-tool-calling-1-d3ecef',
      ],
      integrity: 'missing_finish_reason',
      issues: ['choice.unclosed'],
    },
    {
      reason: 'the file is cut in the middle of an event',
      ids: ['openrouter-stream-text-with-reasoning-1-0-2c532e'],
      integrity: 'no_end_marker',
      issues: ['event.json', 'terminal.missing'],
    },
    {
      reason: 'a call without arguments has no `arguments` at all, which the SDK parses unguarded',
      ids: ['openrouter-test-openrouter-tool-optional-parameters-0-43bd33'],
      integrity: 'protocol_error',
      issues: ['event.schema.$body'],
    },
  ],
  'openai-responses': [
    ...abridged,
    {
      reason: 'mistral.rs leaves annotations out, which the SDK helper pushes to',
      ids: ['mistral.rs-responses-api-responses-api-reasoning-plus-answer-completes-0-164aaa'],
      integrity: 'protocol_error',
      issues: ['event.schema.$body'],
    },
    {
      reason: 'xAI repeats the format of the request without the name that the client left out',
      ids: [
        'xai-chat-with-schema-with-xai-grok-4-1-fast-non-reasoning-accepts-schematist-schema-class-instances-and-return-b1a273',
      ],
      integrity: 'protocol_error',
      issues: ['event.schema.$body'],
    },
  ],
};

/** Answers that never come to an end, but break nothing: a fetched background response that still runs. */
export const pendingAnswers: Readonly<Record<DialectId, readonly string[]>> = {
  'anthropic-messages': [],
  'gemini-generate': [],
  'openai-chat': [],
  'openai-responses': ['openai-test-background-mode-vcr-1-4d554b'],
};

/** Streams in which the provider reports an error, as it should. */
export const failingAnswers: Readonly<Record<DialectId, readonly string[]>> = {
  'anthropic-messages': [],
  'gemini-generate': [],
  'openai-chat': ['openrouter-test-openrouter-stream-error-0-baafd4'],
  'openai-responses': ['openai-openai-error.1-0-ce62fa'],
};

/** The id of a row without its dialect. */
export const corpusName = (row: CorpusRow): string => row.id.slice(row.id.indexOf('/') + 1);
