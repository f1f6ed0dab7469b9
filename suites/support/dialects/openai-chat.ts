import type { WireScript } from '../../../src/core/exchange.ts';
import { type CorpusRow, corpusText, trustedFraming } from '../corpus/corpus.ts';
import { hasError, lostItsLastBlankLine } from '../corpus/knowledge.ts';
import type { DialectSamples } from '../dialect-samples.ts';
import { bodyScript, lines, streamScript } from '../streams/sample-scripts.ts';

/** Chat chunks: what stands in a line goes behind the members that all chunks share. */
function chat(payloads: string): WireScript {
  const shared = '"id":"chatcmpl-9","object":"chat.completion.chunk","created":1764460800,"model":"gpt-sample"';
  return streamScript([...lines(payloads).map((payload) => `data: {${shared},${payload}}\n\n`), 'data: [DONE]\n\n']);
}

const role =
  '"choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null';

function delta(members: string): string {
  return `"choices":[{"index":0,"delta":{${members}},"logprobs":null,"finish_reason":null}],"usage":null`;
}

function finish(reason: string): string {
  return `"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"${reason}"}],"usage":null`;
}

const shortText = chat(`
  ${role}
  ${delta('"content":"Good "')}
  ${delta('"content":"morning."')}
  ${finish('stop')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":8,"total_tokens":20}
`);

const oneTool = chat(`
  ${role}
  ${delta('"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"get_weather","arguments":""}}]')}
  ${delta('"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\": \\"Bra"}}]')}
  ${delta('"tool_calls":[{"index":0,"function":{"arguments":"ga\\", \\"days\\": 9007199254740993}"}}]')}
  ${finish('tool_calls')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":21,"total_tokens":33}
`);

const parallelTools = chat(`
  ${role}
  ${delta('"content":"Looking."')}
  ${delta('"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"get_weather","arguments":""}}]')}
  ${delta('"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\":"}}]')}
  ${delta('"tool_calls":[{"index":0,"function":{"arguments":"\\"Oslo\\"}"}}]')}
  ${delta('"tool_calls":[{"index":1,"id":"call_2","type":"function","function":{"name":"get_time","arguments":""}}]')}
  ${delta('"tool_calls":[{"index":1,"function":{"arguments":"{\\"zone\\":"}}]')}
  ${delta('"tool_calls":[{"index":1,"function":{"arguments":"\\"CET\\"}"}}]')}
  ${finish('tool_calls')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":40,"total_tokens":52}
`);

const unicode = chat(`
  ${role}
  ${delta('"content":"漢字 👩‍👩‍👧 "')}
  ${delta('"content":"\\u00e9\\n{\\"data: \\": 1}"')}
  ${finish('length')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":16,"total_tokens":28}
`);

/** A recorder that kept chunks, and not bytes, had no place for what is no chunk. */
function hasEndMarker(row: CorpusRow): boolean {
  return /^data: ?\[DONE\]/m.test(corpusText(row));
}

export const samples: DialectSamples = {
  streams: {
    'short-text': shortText,
    'one-tool': oneTool,
    'parallel-tools': parallelTools,
    unicode: unicode,
  },
  body: bodyScript(
    '{"id":"chatcmpl-9","object":"chat.completion","created":1764460800,"model":"gpt-sample","choices":[{"index":0,"message":{"role":"assistant","content":"Looking.","refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Oslo\\"}"}},{"id":"call_2","type":"function","function":{"name":"get_time","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":12,"completion_tokens":40,"total_tokens":52}}',
  ),
  errorBody: '{"error":{"message":"Busy","type":"server_error","param":null,"code":null}}',
  serverError: 'server_error',
  isTerminal: (data) => data === '[DONE]',
  corpus: {
    speaks: ({ dialect }) => dialect === 'openai-chat',
    ownServers: ['openai'],
    fewest: {
      streams: 300,
      bodies: 380,
      finishes: 640,
      errors: 50,
      prefixes: 40_000,
      own: { streams: 20, bodies: 20, events: 250, errors: 9 },
    },
    serverTraits: {
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
    exchangeTraits: [
      { trait: 'tail-unterminated', applies: lostItsLastBlankLine },
      { trait: 'no-done', applies: (row) => row.stream && !trustedFraming(row) && !hasEndMarker(row) },
    ],
    unrecordedTraits: ['error-foreign', 'finish-per-call', 'tool-identity-repeated'],
    exceptions: [
      {
        reason: 'each chunk announces usage by a null, and the fixture was saved without the chunk that brings it',
        ids: ['bedrock-3dcb9e38f66c96-0-036f99', 'ollama-006b190876689a-0-951f59', 'vllm-0248ff8a1be5ff-0-ff1568'],
        integrity: 'no_end_marker',
        issues: ['terminal.missing'],
      },
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
    pending: [],
    failing: ['openrouter-test-openrouter-stream-error-0-baafd4'],
    schemaExceptions: [],
    eventName: (value) => (hasError(value) ? 'error' : 'chunk'),
  },
};
