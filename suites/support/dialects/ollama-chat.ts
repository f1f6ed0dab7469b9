import type { WireScript } from '../../../src/core/exchange.ts';
import { hasError } from '../corpus/knowledge.ts';
import type { DialectSamples } from '../dialect-samples.ts';
import { bodyScript, streamScript } from '../streams/sample-scripts.ts';

/** Lines of a chat: members of the message, then of the line. The last one says the end and the counts. */
function ollama(lines: readonly (readonly [message: string, members?: string])[]): WireScript {
  const script = streamScript(
    lines.map(([message, members = '"done":false'], index) => {
      const envelope = `"model":"ollama-sample","created_at":"2026-11-30T00:00:00.00${index}Z"`;
      return `{${envelope},"message":{"role":"assistant",${message}},${members}}\n`;
    }),
  );
  return { ...script, head: { status: 200, headers: [['Content-Type', 'application/x-ndjson']] } };
}

function end(reason: string, outputTokens: number): readonly [message: string, members: string] {
  const counts = `"prompt_eval_count":12,"prompt_eval_duration":3000000,"eval_count":${outputTokens},"eval_duration":5000000`;
  return [
    '"content":""',
    `"done":true,"done_reason":"${reason}","total_duration":9000000,"load_duration":1000000,${counts}`,
  ];
}

const weather = (args: string, id: string): string =>
  `{"id":"${id}","function":{"index":0,"name":"get_weather","arguments":${args}}}`;

const shortText = ollama([['"content":"Good "'], ['"content":"morn"'], ['"content":"ing."'], end('stop', 8)]);

const oneTool = ollama([
  [`"content":"","tool_calls":[${weather('{"city":"Braga","days":9007199254740993}', 'call_1')}]`],
  end('stop', 21),
]);

const parallelTools = ollama([
  ['"content":"Looking."'],
  [`"content":"","tool_calls":[${weather('{"city":"Oslo"}', 'call_1')}]`],
  ['"content":"","tool_calls":[{"id":"call_2","function":{"index":1,"name":"get_time","arguments":{"zone":"CET"}}}]'],
  end('stop', 40),
]);

const unicode = ollama([['"content":"漢字 👩‍👩‍👧 "'], ['"content":"\\u00e9\\n{\\"data: \\": 1}"'], end('length', 16)]);

export const samples: DialectSamples = {
  streams: {
    'short-text': shortText,
    'one-tool': oneTool,
    'parallel-tools': parallelTools,
    unicode,
  },
  body: bodyScript(
    '{"model":"ollama-sample","created_at":"2026-11-30T00:00:00Z","message":{"role":"assistant","content":"Looking.","tool_calls":[{"id":"call_1","function":{"index":0,"name":"get_weather","arguments":{"city":"Oslo","days":1.0}}},{"id":"call_2","function":{"index":1,"name":"get_time","arguments":{}}}]},"done":true,"done_reason":"stop","total_duration":9000000,"load_duration":1000000,"prompt_eval_count":12,"prompt_eval_duration":3000000,"eval_count":40,"eval_duration":5000000}',
  ),
  errorBody: '{"error":"Busy"}',
  // Its errors have no type.
  serverError: 'error',
  isTerminal: (data) => /"(done":true|error":)/.test(data),
  corpus: {
    // The server has an endpoint of another kind, too, and one that speaks like OpenAI.
    speaks: ({ dialect, server, request }) =>
      dialect === 'other' && server === 'ollama' && request['path'] === '/api/chat',
    ownServers: ['ollama'],
    fewest: {
      streams: 4,
      bodies: 6,
      finishes: 10,
      errors: 0,
      prefixes: 4_000,
      own: { streams: 4, bodies: 6, events: 75, errors: 0 },
    },
    serverTraits: {},
    exchangeTraits: [],
    unrecordedTraits: ['error-foreign'],
    exceptions: [],
    pending: [],
    failing: [],
    schemaExceptions: [],
    eventName: (value) => (hasError(value) ? 'error' : 'chunk'),
  },
};
