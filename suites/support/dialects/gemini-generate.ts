import type { WireScript } from '../../../src/core/exchange.ts';
import { isObject, type JsonValue } from '../../../src/core/json.ts';
import { hasError, lostItsLastBlankLine } from '../corpus/knowledge.ts';
import type { DialectSamples } from '../dialect-samples.ts';
import { bodyScript, streamScript } from '../streams/sample-scripts.ts';

/** Gemini chunks: parts of the model, then what else stands in the candidate and in the chunk. CRLF, as on the wire. */
function gemini(chunks: readonly (readonly [parts: string, candidate?: string, usage?: string])[]): WireScript {
  return streamScript(
    chunks.map(([parts, candidate = '', usage = '']) => {
      const content = `"content":{"parts":[${parts}],"role":"model"}`;
      const rest = `${usage === '' ? '' : `"usageMetadata":{${usage}},`}"modelVersion":"gemini-sample","responseId":"r-7"`;
      return `data: {"candidates":[{${content},${candidate}"index":0}],${rest}}\r\n\r\n`;
    }),
  );
}

function geminiUsage(candidates: number): string {
  return `"promptTokenCount":12,"candidatesTokenCount":${candidates},"totalTokenCount":${12 + candidates}`;
}

const geminiWeather = (args: string, id: string): string =>
  `{"functionCall":{"id":"${id}","name":"get_weather","args":${args}}}`;

const shortText = gemini([
  ['{"text":"Good "}'],
  ['{"text":"morn"}'],
  ['{"text":"ing."}'],
  ['{"text":""}', '"finishReason":"STOP",', geminiUsage(8)],
]);

const oneTool = gemini([
  [geminiWeather('{"city":"Braga","days":9007199254740993}', 'call_1')],
  ['{"text":""}', '"finishReason":"STOP",', geminiUsage(21)],
]);

const parallelTools = gemini([
  ['{"text":"Looking."}'],
  [geminiWeather('{"city":"Oslo"}', 'call_1')],
  ['{"functionCall":{"id":"call_2","name":"get_time","args":{"zone":"CET"}}}'],
  ['{"text":""}', '"finishReason":"STOP",', geminiUsage(40)],
]);

const unicode = gemini([
  ['{"text":"漢字 👩‍👩‍👧 "}'],
  ['{"text":"\\u00e9\\n{\\"data: \\": 1}"}'],
  ['{"text":""}', '"finishReason":"MAX_TOKENS",', geminiUsage(16)],
]);

function isBlocked(value: JsonValue): boolean {
  const feedback = isObject(value) ? value['promptFeedback'] : undefined;
  return isObject(feedback) && feedback['blockReason'] !== undefined;
}

export const samples: DialectSamples = {
  streams: {
    'short-text': shortText,
    'one-tool': oneTool,
    'parallel-tools': parallelTools,
    unicode: unicode,
  },
  body: bodyScript(
    '{"candidates":[{"content":{"parts":[{"text":"Looking."},{"functionCall":{"id":"call_1","name":"get_weather","args":{"city":"Oslo","days":1.0}}},{"functionCall":{"id":"call_2","name":"get_time","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":40,"totalTokenCount":52},"modelVersion":"gemini-sample","responseId":"r-7"}',
  ),
  errorBody: '{"error":{"code":503,"message":"Busy","status":"UNAVAILABLE"}}',
  serverError: 'INTERNAL',
  isTerminal: (data) => /"(finishReason|blockReason|error)":/.test(data),
  terminal: 'repeatable',
  corpus: {
    speaks: ({ dialect }) => dialect === 'gemini',
    ownServers: ['google-ai-studio', 'vertex-ai'],
    fewest: {
      streams: 80,
      bodies: 130,
      finishes: 195,
      errors: 14,
      prefixes: 20_000,
      own: { streams: 20, bodies: 20, events: 250, errors: 9 },
    },
    serverTraits: {},
    exchangeTraits: [{ trait: 'tail-unterminated', applies: lostItsLastBlankLine }],
    unrecordedTraits: ['error-foreign'],
    exceptions: [
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
    pending: [],
    failing: [],
    schemaExceptions: [],
    eventName: (value) => (hasError(value) ? 'error' : isBlocked(value) ? 'blocked' : 'chunk'),
  },
};
