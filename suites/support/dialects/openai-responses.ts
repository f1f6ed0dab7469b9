import type { WireScript } from '../../../src/core/exchange.ts';
import { trustedFraming } from '../corpus/corpus.ts';
import { type CorpusException, typeOf } from '../corpus/knowledge.ts';
import type { DialectSamples } from '../dialect-samples.ts';
import { bodyScript, lines, streamScript } from '../streams/sample-scripts.ts';

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

const shortText = responses(
  responsesStart +
    messageItem(0, 'completed', 'Good ', 'morning.') +
    responsesEnd(message(0, 'completed', 'Good morning.'), 8),
);

const weather = ['{\\"city\\": \\"Bra', 'ga\\", \\"days\\": 9007199254740993}'];

const oneTool = responses(
  responsesStart +
    callItem(0, 'call_1', 'get_weather', ...weather) +
    responsesEnd(call(0, 'call_1', 'get_weather', 'completed', weather.join('')), 21),
);

const parallelTools = responses(
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

const unicodeText = ['漢字 👩‍👩‍👧 ', '\\u00e9\\n{\\"data: \\": 1}'];

const unicode = responses(
  `${responsesStart}${messageItem(0, 'incomplete', ...unicodeText)}
  {"type":"response.incomplete","response":${response('incomplete', message(0, 'incomplete', unicodeText.join('')), responsesUsage(16), '{"reason":"max_output_tokens"}')}}`,
);

const abridged: readonly CorpusException[] = [
  {
    reason: 'the reproduction of an issue: an item without its beginning, snapshots shortened to a few fields',
    ids: ['openai-issue-18970-programmatic-approval.1-0-490f94'],
    integrity: 'missing_finish_reason',
    issues: ['event.schema.response.completed', ...['item.gap', 'item.not-open', 'response.status', 'sequence.absent']],
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

const snapshotPaths = (...fields: readonly string[]): readonly string[] =>
  fields.flatMap((field) => [`/${field}`, `/response/${field}`]);

export const samples: DialectSamples = {
  streams: {
    'short-text': shortText,
    'one-tool': oneTool,
    'parallel-tools': parallelTools,
    unicode: unicode,
  },
  body: bodyScript(
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
  errorBody: '{"error":{"message":"Busy","type":"server_error","param":null,"code":null}}',
  serverError: 'server_error',
  isTerminal: (data) => /"type": ?"(error|response\.(completed|incomplete|failed|cancelled))"/.test(data),
  corpus: {
    speaks: ({ dialect }) => dialect === 'openai-responses',
    ownServers: ['openai'],
    fewest: {
      streams: 130,
      bodies: 215,
      finishes: 9,
      errors: 18,
      prefixes: 10_000,
      own: { streams: 20, bodies: 20, events: 250, errors: 9 },
    },
    serverTraits: {
      'bedrock-mantle': ['no-event-line', 'reasoning-part-events'],
      'chatgpt-codex-backend': ['snapshot-empty'],
      'github-copilot': ['ids-rotate'],
      openrouter: ['done-after-end', 'no-event-line', 'items-overlap', 'ids-rotate'],
      xai: ['arguments-done-optional', 'format-name-absent'],
    },
    exchangeTraits: [
      // Recorded in March 2025, before events had numbers.
      {
        trait: 'no-sequence',
        applies: (row) => row.id === 'openai-responses/openai-test-openai-responses-stream-0-b8bfda',
      },
    ],
    unrecordedTraits: [
      ...['annotations-absent', 'citation-title-absent', 'reasoning-part-absent', 'error-foreign'],
      ...['reasoning-events-renamed', 'tail-unterminated', 'resume'],
    ],
    exceptions: [
      ...abridged,
      {
        reason: 'mistral.rs leaves annotations out, which the SDK helper pushes to, and sends reasoning as a text',
        ids: ['mistral.rs-responses-api-responses-api-reasoning-plus-answer-completes-0-164aaa'],
        integrity: 'protocol_error',
        issues: ['event.schema.$body'],
      },
    ],
    pending: ['openai-test-background-mode-vcr-1-4d554b'],
    failing: ['openai-openai-error.1-0-ce62fa'],
    schemaExceptions: [
      {
        reason: 'the reproduction of an issue, its snapshots shortened to a few fields',
        applies: (row) => row.features.includes('item:program') && !trustedFraming(row),
        paths: snapshotPaths('id', 'object', 'created_at', 'model', 'status', 'output', 'usage/total_tokens'),
        files: 1,
      },
    ],
    eventName: typeOf,
  },
};
