import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import {
  changed,
  numbered,
  orderIds,
  orderIssues,
  readBody,
  readStream,
  type Stream,
  terminal,
  whole,
  withItems,
} from './streams.ts';

const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } };
const message = (text: string, annotations: readonly JsonObject[] = []): JsonObject => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations, logprobs: [] }],
});
const emptyMessage = { ...message(''), status: 'in_progress', content: [] };

/** Items of OpenAI's own tools, each with the events that it has. */
const hosted: readonly (readonly [name: string, added: JsonObject, events: Stream, done: JsonObject])[] = [
  [
    'web_search_call',
    { ...search, status: 'in_progress', action: undefined },
    ['in_progress', 'searching', 'completed'].map((step) => ({ type: `response.web_search_call.${step}` })),
    search,
  ],
  [
    'code_interpreter_call',
    { type: 'code_interpreter_call', id: 'ci_1', status: 'in_progress', code: '', container_id: 'c', outputs: null },
    [
      { type: 'response.code_interpreter_call.in_progress' },
      { type: 'response.code_interpreter_call_code.delta', delta: 'print' },
      { type: 'response.code_interpreter_call_code.delta', delta: '(1)' },
      { type: 'response.code_interpreter_call_code.done', code: 'print(1)' },
      { type: 'response.code_interpreter_call.interpreting' },
      { type: 'response.code_interpreter_call.completed' },
    ],
    {
      type: 'code_interpreter_call',
      id: 'ci_1',
      status: 'completed',
      code: 'print(1)',
      container_id: 'c',
      outputs: null,
    },
  ],
  [
    'mcp_call',
    { type: 'mcp_call', id: 'mcp_1', status: 'in_progress', name: 'f', server_label: 's', arguments: '' },
    [
      { type: 'response.mcp_call.in_progress' },
      { type: 'response.mcp_call_arguments.delta', delta: '{}' },
      { type: 'response.mcp_call_arguments.done', arguments: '{}' },
      { type: 'response.mcp_call.completed' },
    ],
    { type: 'mcp_call', id: 'mcp_1', status: 'completed', name: 'f', server_label: 's', arguments: '{}', output: 'o' },
  ],
  [
    'apply_patch_call',
    {
      type: 'apply_patch_call',
      id: 'ap_1',
      call_id: 'c',
      status: 'in_progress',
      operation: { type: 'update_file', path: 'p', diff: '' },
    },
    [
      { type: 'response.apply_patch_call_operation_diff.delta', delta: '+a' },
      { type: 'response.apply_patch_call_operation_diff.done', diff: '+a' },
    ],
    {
      type: 'apply_patch_call',
      id: 'ap_1',
      call_id: 'c',
      status: 'completed',
      operation: { type: 'update_file', path: 'p', diff: '+a' },
    },
  ],
  [
    'shell_call',
    { type: 'shell_call', id: 'sh_1', call_id: 'c', status: 'in_progress', action: { commands: [] } },
    [
      { type: 'response.shell_call_command.added', command_index: 0, command: '' },
      { type: 'response.shell_call_command.delta', command_index: 0, delta: 'ls' },
      { type: 'response.shell_call_command.done', command_index: 0, command: 'ls' },
    ],
    { type: 'shell_call', id: 'sh_1', call_id: 'c', status: 'completed', action: { commands: ['ls'] } },
  ],
];

describe('an item of one of the tools that OpenAI runs', () => {
  it.each(hosted)('%s is kept whole, and is no text and no call of the client', (name, added, events, done) => {
    const { outcome, issues } = readStream(withItems({ added, events, done }));
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices).toMatchObject([
      {
        text: '',
        tools: [],
        parts: [{ kind: 'other', name, opaque: [{ name: 'item', value: done }], completed: true }],
      },
    ]);
  });

  it.each<[string, number, string, Stream]>([
    ['code', 1, 'item.sum.code', [{ type: 'response.code_interpreter_call_code.done', code: 'print(2)' }]],
    ['arguments', 2, 'item.sum.arguments', [{ type: 'response.mcp_call_arguments.done', arguments: '{"a":1}' }]],
    ['a patch', 3, 'item.sum.diff', [{ type: 'response.apply_patch_call_operation_diff.done', diff: '-a' }]],
  ])('gives %s in its done event that is the sum of the deltas', (_, index, id, events) => {
    const [, added = {}, streamed = [], done = {}] = hosted[index] ?? [];
    const others = streamed.filter(({ type }) => type !== events[0]?.['type']);
    expect(orderIds(readStream(withItems({ added, events: [...others, ...events], done })))).toEqual([id]);
  });

  it('gives commands that are the sum of their deltas', () => {
    const [, added = {}, events = [], done = {}] = hosted[4] ?? [];
    const other = { ...done, action: { commands: ['rm'] } };
    expect(orderIssues(readStream(withItems({ added, events, done: other })))).toMatchObject([
      { id: 'command.sum.command', level: 'OBS' },
    ]);
  });

  it('may be called otherwise when it is done, where it looks for tools', () => {
    const searched = { type: 'tool_search_call', id: 'ts_1', status: 'completed', execution: 'client', arguments: {} };
    const added = { ...searched, status: 'in_progress', call_id: 'call_1' };
    expect(orderIds(readStream(withItems({ added, done: { ...searched, call_id: 'call_2' } })))).toEqual([]);
  });

  it('is an image where it makes one', () => {
    const done = { type: 'image_generation_call', id: 'ig_1', status: 'generating', result: 'b64' };
    const added = { type: 'image_generation_call', id: 'ig_1', status: 'in_progress' };
    const events = [
      { type: 'response.image_generation_call.partial_image', partial_image_index: 0, partial_image_b64: 'b' },
    ];
    const { outcome, issues } = readStream(withItems({ added, events, done }));
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices[0]?.parts).toMatchObject([{ kind: 'image', opaque: [{ name: 'item', value: done }] }]);
  });

  it('is kept though its kind is unknown', () => {
    const done = { type: 'item_to_come', id: 'x_1', data: 1 };
    const { outcome } = readStream(withItems({ added: done, done }));
    expect(outcome).toMatchObject({ integrity: 'complete', choices: [{ parts: [{ name: 'item_to_come' }] }] });
  });

  it('may stay open beside others and come in the last snapshot alone, where it lists tools', () => {
    const list = { type: 'mcp_list_tools', id: 'l_1', server_label: 's', tools: [] };
    const others = withItems({ added: { ...search, id: 'ws_0' }, done: { ...search, id: 'ws_0' } });
    const opened: JsonObject = { type: 'response.output_item.added', output_index: 1, item: list };
    const final = terminal({ output: [{ ...search, id: 'ws_0' }, list] });
    const stream = numbered([...others.slice(0, 3), opened, ...others.slice(3, -1), final]);
    const { outcome, issues } = readStream(stream);
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices[0]?.parts).toMatchObject([
      { name: 'web_search_call' },
      { name: 'mcp_list_tools', opaque: [{ name: 'item', value: list }] },
    ]);
  });
});

describe('annotations', () => {
  const annotation = { type: 'url_citation', url: 'u', title: 't', start_index: 0, end_index: 1 };
  const place = { content_index: 0 };
  const events = (...between: Stream): Stream => [
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
    { type: 'response.output_text.delta', ...place, delta: 'Hi', logprobs: [] },
    ...between,
    { type: 'response.output_text.done', ...place, text: 'Hi', logprobs: [] },
    { type: 'response.content_part.done', ...place, part: message('Hi', [annotation])['content'] },
  ];
  const added = { type: 'response.output_text.annotation.added', ...place, annotation_index: 0, annotation };
  const read = (given: Stream) => {
    const done = message('Hi', [annotation]);
    const part = { type: 'output_text', text: 'Hi', annotations: [annotation], logprobs: [] };
    const withPart = changed(
      given,
      (event) => event['type'] === 'response.content_part.done',
      (event) => ({ ...event, part }),
    );
    return readStream(withItems({ added: emptyMessage, events: withPart, done }));
  };

  it('belong to their text, each once', () => {
    const { outcome, issues } = read(events(added));
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices[0]?.parts).toMatchObject([
      { kind: 'text', opaque: [{ name: 'annotation', value: annotation }] },
    ]);
  });

  it('come before the text is done', () => {
    const late = events().flatMap((event) =>
      event['type'] === 'response.content_part.done' ? [added, event] : [event],
    );
    expect(orderIds(read(late))).toEqual(['annotation.after-done']);
  });

  it('are counted against the done part', () => {
    expect(orderIds(read(events()))).toEqual(['annotation.count']);
  });
});

describe('log probabilities', () => {
  it('are those of the done part, the same as in a body', () => {
    const tokens = [{ token: 'Hi', logprob: -1, bytes: [72, 105], top_logprobs: [] }];
    const part = { type: 'output_text', text: 'Hi', annotations: [], logprobs: tokens };
    const done = { ...message('Hi'), content: [part] };
    const place = { content_index: 0 };
    const streamed = readStream(
      withItems({
        added: emptyMessage,
        events: [
          { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
          { type: 'response.output_text.delta', ...place, delta: 'Hi', logprobs: tokens },
          { type: 'response.output_text.done', ...place, text: 'Hi', logprobs: tokens },
          { type: 'response.content_part.done', ...place, part },
        ],
        done,
      }),
    );
    const last = whole.at(-1)?.['response'];
    const body = readBody({ ...Object(last), output: [done] });
    expect(streamed.outcome.choices[0]?.parts[0]?.opaque).toEqual([{ name: 'logprobs', value: tokens }]);
    expect(body.outcome.choices).toEqual(streamed.outcome.choices);
  });
});
