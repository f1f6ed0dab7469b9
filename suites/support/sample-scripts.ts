import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../src/core/exchange.ts';

export type SampleName = 'short-text' | 'one-tool' | 'parallel-tools' | 'unicode';

const encoder = new TextEncoder();

/** A stream with one write per block, 5 ms apart. */
export function streamScript(blocks: readonly string[]): WireScript {
  return {
    head: { status: 200, headers: [['Content-Type', 'text/event-stream; charset=utf-8']] },
    writes: blocks.map((block, index) => ({ atMs: index * 5, bytes: encoder.encode(block) })),
    ending: 'clean',
  };
}

/** A JSON body in one write. */
export function bodyScript(json: string, status = 200): WireScript {
  const bytes = encoder.encode(json);
  return {
    head: {
      status,
      headers: [
        ['content-type', 'application/json'],
        ['content-length', String(bytes.length)],
      ],
    },
    writes: [{ atMs: 0, bytes }],
    ending: 'clean',
  };
}

/** Messages events as the API writes them; a line per payload. */
function messages(payloads: string): WireScript {
  return streamScript(
    lines(payloads).map((payload) => `event: ${/"type":"([a-z_]+)"/.exec(payload)?.[1]}\ndata: ${payload}\n\n`),
  );
}

/** Chat chunks: what stands in a line goes behind the members that all chunks share. */
function chat(payloads: string): WireScript {
  const shared = '"id":"chatcmpl-9","object":"chat.completion.chunk","created":1764460800,"model":"gpt-sample"';
  return streamScript([...lines(payloads).map((payload) => `data: {${shared},${payload}}\n\n`), 'data: [DONE]\n\n']);
}

function lines(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

const messageStart =
  '{"type":"message_start","message":{"id":"msg_7","type":"message","role":"assistant","model":"claude-sample","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":1}}}';

const messagesShortText = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Good "}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"morning."}}
  {"type":"content_block_stop","index":0}
  {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":8}}
  {"type":"message_stop"}
`);

const messagesOneTool = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}
  {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\": \\"Bra"}}
  {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"ga\\", \\"days\\": 9007199254740993}"}}
  {"type":"content_block_stop","index":0}
  {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":21}}
  {"type":"message_stop"}
`);

const messagesParallelTools = messages(`
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

const messagesUnicode = messages(`
  ${messageStart}
  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"漢字 👩‍👩‍👧 "}}
  {"type":"ping"}
  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\\u00e9\\n{\\"data: \\": 1}"}}
  {"type":"content_block_stop","index":0}
  {"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":{"input_tokens":12,"output_tokens":16}}
  {"type":"message_stop"}
`);

const role =
  '"choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null';

function delta(members: string): string {
  return `"choices":[{"index":0,"delta":{${members}},"logprobs":null,"finish_reason":null}],"usage":null`;
}

function finish(reason: string): string {
  return `"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"${reason}"}],"usage":null`;
}

const chatShortText = chat(`
  ${role}
  ${delta('"content":"Good "')}
  ${delta('"content":"morning."')}
  ${finish('stop')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":8,"total_tokens":20}
`);

const chatOneTool = chat(`
  ${role}
  ${delta('"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"get_weather","arguments":""}}]')}
  ${delta('"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\": \\"Bra"}}]')}
  ${delta('"tool_calls":[{"index":0,"function":{"arguments":"ga\\", \\"days\\": 9007199254740993}"}}]')}
  ${finish('tool_calls')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":21,"total_tokens":33}
`);

const chatParallelTools = chat(`
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

const chatUnicode = chat(`
  ${role}
  ${delta('"content":"漢字 👩‍👩‍👧 "')}
  ${delta('"content":"\\u00e9\\n{\\"data: \\": 1}"')}
  ${finish('length')}
  "choices":[],"usage":{"prompt_tokens":12,"completion_tokens":16,"total_tokens":28}
`);

/** Responses events: a line per payload, numbered in order. */
function responses(payloads: string): WireScript {
  return streamScript(
    lines(payloads).map((payload, index) => {
      const type = /"type":"([a-z_.]+)"/.exec(payload)?.[1];
      return `event: ${type}\ndata: ${payload.replace(`"type":"${type}"`, `"type":"${type}","sequence_number":${index}`)}\n\n`;
    }),
  );
}

function response(status: string, output: string, usage = 'null', details = 'null'): string {
  const head = '"id":"resp_7","object":"response","created_at":1764460800,"model":"gpt-sample"';
  const rest =
    '"instructions":null,"metadata":{},"parallel_tool_calls":true,"temperature":1,"tool_choice":"auto","tools":[],"top_p":1';
  return `{${head},"status":"${status}","error":null,"incomplete_details":${details},"output":[${output}],"usage":${usage},${rest}}`;
}

function responsesUsage(output: number): string {
  return `{"input_tokens":12,"output_tokens":${output},"total_tokens":${12 + output}}`;
}

const responsesStart = `
  {"type":"response.created","response":${response('in_progress', '')}}
  {"type":"response.in_progress","response":${response('in_progress', '')}}`;

function message(index: number, status: string, text: string): string {
  const part = `{"type":"output_text","annotations":[],"logprobs":[],"text":"${text}"}`;
  return `{"id":"msg_${index}","type":"message","status":"${status}","content":[${status === 'in_progress' ? '' : part}],"role":"assistant"}`;
}

/** The events of a message with one part, one delta a line. */
function messageItem(index: number, status: string, ...deltas: readonly string[]): string {
  const place = `"item_id":"msg_${index}","output_index":${index},"content_index":0`;
  const text = deltas.join('');
  return `
  {"type":"response.output_item.added","output_index":${index},"item":${message(index, 'in_progress', '')}}
  {"type":"response.content_part.added",${place},"part":{"type":"output_text","annotations":[],"logprobs":[],"text":""}}
  ${deltas.map((delta) => `{"type":"response.output_text.delta",${place},"delta":"${delta}","logprobs":[]}`).join('\n')}
  {"type":"response.output_text.done",${place},"text":"${text}","logprobs":[]}
  {"type":"response.content_part.done",${place},"part":{"type":"output_text","annotations":[],"logprobs":[],"text":"${text}"}}
  {"type":"response.output_item.done","output_index":${index},"item":${message(index, status, text)}}`;
}

function call(index: number, id: string, name: string, status: string, text: string): string {
  return `{"id":"fc_${index}","type":"function_call","status":"${status}","arguments":"${text}","call_id":"${id}","name":"${name}"}`;
}

/** The events of a call, one fragment of its arguments a line. */
function callItem(index: number, id: string, name: string, ...fragments: readonly string[]): string {
  const place = `"item_id":"fc_${index}","output_index":${index}`;
  const text = fragments.join('');
  return `
  {"type":"response.output_item.added","output_index":${index},"item":${call(index, id, name, 'in_progress', '')}}
  ${fragments.map((delta) => `{"type":"response.function_call_arguments.delta",${place},"delta":"${delta}"}`).join('\n')}
  {"type":"response.function_call_arguments.done",${place},"arguments":"${text}"}
  {"type":"response.output_item.done","output_index":${index},"item":${call(index, id, name, 'completed', text)}}`;
}

function responsesEnd(output: string, tokens: number): string {
  return `
  {"type":"response.completed","response":${response('completed', output, responsesUsage(tokens))}}`;
}

const responsesShortText = responses(
  responsesStart +
    messageItem(0, 'completed', 'Good ', 'morning.') +
    responsesEnd(message(0, 'completed', 'Good morning.'), 8),
);

const weather = ['{\\"city\\": \\"Bra', 'ga\\", \\"days\\": 9007199254740993}'];

const responsesOneTool = responses(
  responsesStart +
    callItem(0, 'call_1', 'get_weather', ...weather) +
    responsesEnd(call(0, 'call_1', 'get_weather', 'completed', weather.join('')), 21),
);

const responsesParallelTools = responses(
  responsesStart +
    messageItem(0, 'completed', 'Looking.') +
    callItem(1, 'call_1', 'get_weather', '{\\"city\\":', '\\"Oslo\\"}') +
    callItem(2, 'call_2', 'get_time', '{\\"zone\\":', '\\"CET\\"}') +
    messageItem(3, 'completed', 'Done.') +
    responsesEnd(
      [
        message(0, 'completed', 'Looking.'),
        call(1, 'call_1', 'get_weather', 'completed', '{\\"city\\":\\"Oslo\\"}'),
        call(2, 'call_2', 'get_time', 'completed', '{\\"zone\\":\\"CET\\"}'),
        message(3, 'completed', 'Done.'),
      ].join(),
      40,
    ),
);

const unicode = ['漢字 👩‍👩‍👧 ', '\\u00e9\\n{\\"data: \\": 1}'];

const responsesUnicode = responses(
  `${responsesStart}${messageItem(0, 'incomplete', ...unicode)}
  {"type":"response.incomplete","response":${response('incomplete', message(0, 'incomplete', unicode.join('')), responsesUsage(16), '{"reason":"max_output_tokens"}')}}`,
);

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

const geminiShortText = gemini([
  ['{"text":"Good "}'],
  ['{"text":"morn"}'],
  ['{"text":"ing."}'],
  ['{"text":""}', '"finishReason":"STOP",', geminiUsage(8)],
]);

const geminiOneTool = gemini([
  [geminiWeather('{"city":"Braga","days":9007199254740993}', 'call_1')],
  ['{"text":""}', '"finishReason":"STOP",', geminiUsage(21)],
]);

const geminiParallelTools = gemini([
  ['{"text":"Looking."}'],
  [geminiWeather('{"city":"Oslo"}', 'call_1')],
  ['{"functionCall":{"id":"call_2","name":"get_time","args":{"zone":"CET"}}}'],
  ['{"text":""}', '"finishReason":"STOP",', geminiUsage(40)],
]);

const geminiUnicode = gemini([
  ['{"text":"漢字 👩‍👩‍👧 "}'],
  ['{"text":"\\u00e9\\n{\\"data: \\": 1}"}'],
  ['{"text":""}', '"finishReason":"MAX_TOKENS",', geminiUsage(16)],
]);

/** Small, whole streams of each dialect. */
export const sampleStreams: Readonly<Record<DialectId, Readonly<Record<SampleName, WireScript>>>> = {
  'anthropic-messages': {
    'short-text': messagesShortText,
    'one-tool': messagesOneTool,
    'parallel-tools': messagesParallelTools,
    unicode: messagesUnicode,
  },
  'gemini-generate': {
    'short-text': geminiShortText,
    'one-tool': geminiOneTool,
    'parallel-tools': geminiParallelTools,
    unicode: geminiUnicode,
  },
  'openai-chat': {
    'short-text': chatShortText,
    'one-tool': chatOneTool,
    'parallel-tools': chatParallelTools,
    unicode: chatUnicode,
  },
  'openai-responses': {
    'short-text': responsesShortText,
    'one-tool': responsesOneTool,
    'parallel-tools': responsesParallelTools,
    unicode: responsesUnicode,
  },
};

/** A text and two tool calls as a body that is not streamed. */
export const sampleBodies: Readonly<Record<DialectId, WireScript>> = {
  'anthropic-messages': bodyScript(
    '{"id":"msg_7","type":"message","role":"assistant","model":"claude-sample","content":[{"type":"text","text":"Looking."},{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{"city":"Oslo","days":1.0}},{"type":"tool_use","id":"toolu_2","name":"get_time","input":{}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":40}}',
  ),
  'gemini-generate': bodyScript(
    '{"candidates":[{"content":{"parts":[{"text":"Looking."},{"functionCall":{"id":"call_1","name":"get_weather","args":{"city":"Oslo","days":1.0}}},{"functionCall":{"id":"call_2","name":"get_time","args":{}}}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":40,"totalTokenCount":52},"modelVersion":"gemini-sample","responseId":"r-7"}',
  ),
  'openai-chat': bodyScript(
    '{"id":"chatcmpl-9","object":"chat.completion","created":1764460800,"model":"gpt-sample","choices":[{"index":0,"message":{"role":"assistant","content":"Looking.","refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Oslo\\"}"}},{"id":"call_2","type":"function","function":{"name":"get_time","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":12,"completion_tokens":40,"total_tokens":52}}',
  ),
  'openai-responses': bodyScript(
    response(
      'completed',
      [
        message(0, 'completed', 'Looking.'),
        call(1, 'call_1', 'get_weather', 'completed', '{\\"city\\":\\"Oslo\\"}'),
        call(2, 'call_2', 'get_time', 'completed', '{}'),
      ].join(),
      responsesUsage(40),
    ),
  ),
};
