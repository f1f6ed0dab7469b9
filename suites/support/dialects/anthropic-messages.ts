import type { WireScript } from '../../../src/core/exchange.ts';
import { trustedFraming } from '../corpus/corpus.ts';
import { lostItsLastBlankLine, typeOf } from '../corpus/knowledge.ts';
import type { DialectSamples } from '../dialect-samples.ts';
import { bodyScript, lines, streamScript } from '../streams/sample-scripts.ts';

/** Messages events as the API writes them; a line per payload. */
function messages(payloads: string): WireScript {
  return streamScript(
    lines(payloads).map((payload) => `event: ${/"type":"([a-z_]+)"/.exec(payload)?.[1]}\ndata: ${payload}\n\n`),
  );
}

const messageStart =
  '{"type":"message_start","message":{"id":"msg_7","type":"message","role":"assistant","model":"claude-sample","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":1}}}';

const shortText = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Good "}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"morning."}}
  {"type":"content_block_stop","index":0}
  {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":8}}
  {"type":"message_stop"}
`);

const oneTool = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}
  {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\": \\"Bra"}}
  {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"ga\\", \\"days\\": 9007199254740993}"}}
  {"type":"content_block_stop","index":0}
  {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":21}}
  {"type":"message_stop"}
`);

const parallelTools = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Looking."}}
  {"type":"content_block_stop","index":0}
  {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}
  {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\":"}}
  {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\\"Oslo\\"}"}}
  {"type":"content_block_stop","index":1}
  {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_2","name":"get_time","input":{}}}
  {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"zone\\":"}}
  {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\\"CET\\"}"}}
  {"type":"content_block_stop","index":2}
  {"type":"content_block_start","index":3,"content_block":{"type":"text","text":""}}
  {"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":"Done."}}
  {"type":"content_block_stop","index":3}
  {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":40}}
  {"type":"message_stop"}
`);

const unicode = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"漢字 👩‍👩‍👧 "}}
  {"type":"ping"}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\\u00e9\\n{\\"data: \\": 1}"}}
  {"type":"content_block_stop","index":0}
  {"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":{"input_tokens":12,"output_tokens":16}}
  {"type":"message_stop"}
`);

export const samples: DialectSamples = {
  streams: {
    'short-text': shortText,
    'one-tool': oneTool,
    'parallel-tools': parallelTools,
    unicode: unicode,
  },
  body: bodyScript(
    '{"id":"msg_7","type":"message","role":"assistant","model":"claude-sample","content":[{"type":"text","text":"Looking."},{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{"city":"Oslo","days":1.0}},{"type":"tool_use","id":"toolu_2","name":"get_time","input":{}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":40}}',
  ),
  errorBody: '{"type":"error","error":{"type":"overloaded_error","message":"Busy"},"request_id":"req_1"}',
  serverError: 'api_error',
  isTerminal: (data) => /"type": ?"(message_stop|error)"/.test(data),
  corpus: {
    speaks: ({ dialect }) => dialect === 'anthropic-messages',
    ownServers: ['anthropic', 'vertex-ai'],
    fewest: {
      streams: 95,
      bodies: 115,
      finishes: 190,
      errors: 11,
      prefixes: 20_000,
      own: { streams: 20, bodies: 20, events: 250, errors: 9 },
    },
    serverTraits: {
      ollama: ['nulls-absent', 'signature-absent'],
      openrouter: ['done-after-end'],
      'unknown-relay': ['nulls-absent'],
      'vercel-ai-gateway': ['signature-absent'],
    },
    exchangeTraits: [{ trait: 'tail-unterminated', applies: lostItsLastBlankLine }],
    unrecordedTraits: ['error-foreign'],
    exceptions: [
      {
        reason: 'two messages spliced into one stream',
        ids: ['anthropic-anthropic-code-execution-pdf-skill.1-0-8b2971'],
        integrity: 'protocol_error',
        issues: ['block.duplicate', 'block.not-open', 'block.overlap', 'block.unclosed'],
      },
      {
        reason: 'the fault that an issue reports: the gateway ends without message_stop',
        ids: ['vercel-ai-gateway-issue-17326-xai-stream-0-c24b3d'],
        integrity: 'no_end_marker',
        issues: ['terminal.missing'],
      },
    ],
    pending: [],
    failing: [],
    schemaExceptions: [
      {
        reason: 'a fixture saved as a file and reordered: its null members were lost on the way',
        applies: (row) => !row.stream && !trustedFraming(row) && row.authenticity === 'likely-recorded',
        paths: ['/stop_sequence'],
        files: 1,
      },
    ],
    eventName: typeOf,
  },
};
