import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, drifts, type Target } from '../../../support/contract/schema-check.ts';

const check = (target: Target, value: JsonValue): readonly string[] => breaches('openai-responses', target, value);

/** Breaches of one event, named by its own type. */
const checkEvent = (type: string, rest: JsonObject): readonly string[] =>
  check({ event: type }, { type, sequence_number: 3, ...rest });

const response: JsonObject = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model: 'some-model',
  output: [],
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  access_programs: null,
  usage: null,
};
const usage = {
  input_tokens: 3,
  input_tokens_details: { cached_tokens: 1, cache_write_tokens: 0 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 7,
};
const message: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hi', annotations: [], logprobs: [] }],
};
const without = (value: JsonObject, ...fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));

describe('the lifecycle events of Responses', () => {
  it.each([
    ['response.created', 'in_progress'],
    ['response.created', 'queued'],
    ['response.queued', 'queued'],
    ['response.in_progress', 'in_progress'],
    ['response.completed', 'completed'],
  ])('take %s with status %s', (type, status) => {
    expect(checkEvent(type, { response: { ...response, status } })).toEqual([]);
    expect(drifts('openai-responses', { event: type }, { type, sequence_number: 0, response })).toEqual([]);
  });

  it.each([
    ['response.queued', 'in_progress'],
    ['response.in_progress', 'completed'],
    ['response.completed', 'cancelled'],
    ['response.incomplete', 'completed'],
    ['response.failed', 'completed'],
  ])('refuse %s with status %s', (type, status) => {
    expect(checkEvent(type, { response: { ...response, status } })).toEqual(['/response/status const']);
  });

  it('take usage as null while it is unknown, and need the three totals once it is there', () => {
    const completed = { ...response, status: 'completed' };
    expect(checkEvent('response.completed', { response: without(completed, 'usage') })).toEqual([]);
    expect(checkEvent('response.completed', { response: { ...completed, usage } })).toEqual([]);
    const bare = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
    expect(checkEvent('response.completed', { response: { ...completed, usage: bare } })).toEqual([]);
    const unknown = { ...bare, input_tokens_details: { cached_tokens: null }, output_tokens_details: null };
    expect(checkEvent('response.completed', { response: { ...completed, usage: unknown } })).toEqual([]);
    const broken = { input_tokens: -1, output_tokens: null };
    expect(checkEvent('response.completed', { response: { ...completed, usage: broken } })).toEqual([
      '/response/usage/total_tokens required',
      '/response/usage/input_tokens minimum',
      '/response/usage/output_tokens type',
    ]);
  });

  it('need a reason when incomplete and an error when failed', () => {
    const incomplete = { ...response, status: 'incomplete' };
    const reason = (value: JsonValue) =>
      checkEvent('response.incomplete', { response: { ...incomplete, incomplete_details: value } });
    expect(reason({ reason: 'max_output_tokens' })).toEqual([]);
    expect(reason({ reason: 'a_new_reason' })).toEqual([]);
    expect(reason({})).toEqual(['/response/incomplete_details/reason required']);
    expect(reason(null)).toEqual(['/response/incomplete_details type']);
    const failed = { ...response, status: 'failed' };
    const error = (value: JsonValue) => checkEvent('response.failed', { response: { ...failed, error: value } });
    expect(error({ code: 'server_error', message: 'm' })).toEqual([]);
    expect(error({ code: 'server_error' })).toEqual(['/response/error/message required']);
    expect(error(null)).toEqual(['/response/error type']);
  });

  it('need what the response says of the answer, and only advise what repeats the request', () => {
    expect(checkEvent('response.created', { response: {} })).toEqual(
      ['id', 'object', 'created_at', 'status', 'model', 'output'].map((field) => `/response/${field} required`),
    );
    const echoless = without(response, 'instructions', 'tools', 'metadata');
    const value = { type: 'response.created', response: echoless };
    expect(check({ event: 'response.created' }, value)).toEqual([]);
    expect(drifts('openai-responses', { event: 'response.created' }, value)).toEqual([
      'advisory-missing /response/instructions',
      'advisory-missing /response/metadata',
      'advisory-missing /response/tools',
      'advisory-missing /sequence_number',
    ]);
  });

  it('judge the echo of the request where it is there', () => {
    const echo = {
      ...response,
      instructions: [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 's' }] }],
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object', anything: 1 }, strict: true, description: null },
        { type: 'mcp', server_label: 's', server_url: 'u', allowed_tools: null, require_approval: { never: null } },
        { type: 'namespace', name: 'n', description: 'd', tools: [{ type: 'function', name: 'g' }] },
      ],
      tool_choice: { type: 'function', name: 'f' },
      text: { format: { type: 'json_schema', name: 'n', schema: {}, strict: true }, verbosity: 'low' },
      reasoning: { effort: 'low', summary: null },
    };
    expect(checkEvent('response.created', { response: echo })).toEqual([]);
    expect(drifts('openai-responses', 'response', echo)).toEqual([]);
    expect(checkEvent('response.created', { response: { ...echo, tools: [{ type: 'function' }] } })).toEqual([
      '/response/tools/0/name required',
    ]);
  });
});

describe('the item and part events of Responses', () => {
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const item = { item_id: 'fc_1', output_index: 0 };
  const summary = { item_id: 'rs_1', output_index: 0, summary_index: 0 };
  const command = { output_index: 0, command_index: 0 };
  const shell = { stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } };

  it.each<[string, JsonObject, string]>([
    ['response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [] } }, 'part'],
    ['response.content_part.done', { ...at, part: { type: 'reasoning_text', text: 'a' } }, 'part'],
    ['response.output_text.delta', { ...at, delta: 'a', logprobs: [{ token: 'a', logprob: -1 }] }, 'delta'],
    ['response.output_text.done', { ...at, text: 'a', logprobs: [] }, 'text'],
    ['response.output_text.annotation.added', { ...at, annotation_index: 0, annotation: null }, 'annotation'],
    ['response.refusal.delta', { ...at, delta: 'No' }, 'delta'],
    ['response.refusal.done', { ...at, refusal: 'No' }, 'refusal'],
    ['response.reasoning_text.delta', { ...at, delta: 'a' }, 'delta'],
    ['response.reasoning_text.done', { ...at, text: 'a' }, 'content_index'],
    ['response.reasoning_summary_part.added', { ...summary, part: { type: 'summary_text', text: '' } }, 'part'],
    ['response.reasoning_summary_text.delta', { ...summary, delta: 'a', obfuscation: 'x' }, 'summary_index'],
    ['response.reasoning_summary_text.done', { ...summary, text: 'a' }, 'text'],
    ['response.function_call_arguments.delta', { ...item, delta: '{' }, 'delta'],
    ['response.function_call_arguments.done', { ...item, arguments: '{}' }, 'arguments'],
    ['response.custom_tool_call_input.done', { ...item, input: 'free' }, 'input'],
    ['response.mcp_call_arguments.done', { ...item, arguments: '{}' }, 'arguments'],
    ['response.code_interpreter_call_code.done', { ...item, code: '1' }, 'code'],
    ['response.web_search_call.searching', item, 'item_id'],
    ['response.mcp_list_tools.failed', item, 'output_index'],
    [
      'response.image_generation_call.partial_image',
      { ...item, partial_image_index: 0, partial_image_b64: 'AA' },
      'partial_image_b64',
    ],
    ['response.compaction.compacting', item, 'item_id'],
    ['response.shell_call_command.added', { ...command, command: '' }, 'command'],
    ['response.shell_call_command.delta', { ...command, delta: 'l' }, 'command_index'],
    ['response.shell_call_output_content.delta', { ...item, command_index: 0, delta: { stdout: 'a' } }, 'delta'],
    ['response.shell_call_output_content.done', { ...item, command_index: 0, output: [shell] }, 'output'],
    ['response.apply_patch_call_operation_diff.done', { ...item, diff: '+a' }, 'diff'],
    ['response.audio.delta', { delta: 'AA' }, 'delta'],
  ])('take %s and miss %s', (type, rest, field) => {
    expect(checkEvent(type, rest)).toEqual([]);
    expect(drifts('openai-responses', { event: type }, { type, sequence_number: 0, logprobs: [], ...rest })).toEqual(
      'logprobs' in rest || /output_text\.(delta|done)$/.test(type) ? [] : ['unknown-field /logprobs'],
    );
    expect(checkEvent(type, without(rest, field))).toEqual([`/${field} required`]);
  });

  it('take a keepalive', () => {
    expect(checkEvent('keepalive', {})).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['an empty item id', { item_id: '' }, '/item_id minLength'],
    ['an item id that is no text', { item_id: null }, '/item_id type'],
    ['an index that is text', { output_index: '0' }, '/output_index type'],
    ['a negative index', { content_index: -1 }, '/content_index minimum'],
    ['a fragment that is an object', { delta: {} }, '/delta type'],
    ['a sequence number that is text', { sequence_number: '3' }, '/sequence_number type'],
  ])('refuse %s', (_title, change, expected) => {
    expect(checkEvent('response.output_text.delta', { ...at, delta: 'a', logprobs: [], ...change })).toEqual([
      expected,
    ]);
  });
});

describe('the error event of Responses', () => {
  const error = { type: 'server_error', code: 'server_error', message: 'm', param: null };

  it('is taken nested, as the provider sends it, and flat, as it is published', () => {
    expect(checkEvent('error', { error })).toEqual([]);
    expect(checkEvent('error', { error: without(error, 'type') })).toEqual([]);
    expect(checkEvent('error', { code: null, message: 'm', param: null })).toEqual([]);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, ['/message required', '/code required', '/param required']],
    [{ message: 'm' }, ['/code required', '/param required']],
    [{ error: { message: 'm' } }, ['/error/code required', '/error/param required']],
    [{ error: 'text' }, ['/error type']],
    [{ code: 500, message: 'm', param: null }, ['/code type']],
  ])('is refused as %j', (rest, expected) => {
    expect(checkEvent('error', rest)).toEqual(expected);
  });
});

describe('the output items of Responses', () => {
  const caller = { type: 'program', caller_id: 'call_2' };
  const call = { id: 'x_1', call_id: 'call_1', status: 'completed' };

  it.each<[JsonObject, string]>([
    [message, 'content'],
    [{ ...message, content: [{ type: 'refusal', refusal: 'No' }], phase: 'final_answer' }, 'role'],
    [{ id: 'rs_1', type: 'reasoning', summary: [], content: null, encrypted_content: null }, 'summary'],
    [{ ...call, type: 'function_call', name: 'f', arguments: '', caller, namespace: 'n' }, 'call_id'],
    [{ ...call, type: 'custom_tool_call', name: 'f', input: '' }, 'input'],
    [{ id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'open_page', url: null } }, 'status'],
    [{ id: 'fs_1', type: 'file_search_call', status: 'completed', queries: ['q'], results: null }, 'queries'],
    [
      {
        id: 'ci_1',
        type: 'code_interpreter_call',
        status: 'completed',
        code: null,
        container_id: 'c',
        outputs: [{ type: 'logs', logs: 'a' }],
      },
      'container_id',
    ],
    [{ id: 'ig_1', type: 'image_generation_call', status: 'generating', result: 'AA' }, 'id'],
    [
      {
        id: 'mcp_1',
        type: 'mcp_call',
        server_label: 's',
        name: 'f',
        arguments: '{}',
        error: { type: 'http_error', code: 404, message: 'm' },
      },
      'server_label',
    ],
    [
      {
        id: 'mcpl_1',
        type: 'mcp_list_tools',
        server_label: 's',
        tools: [{ name: 'f', input_schema: {}, annotations: { read_only: true } }],
      },
      'tools',
    ],
    [{ id: 'mcpr_1', type: 'mcp_approval_request', server_label: 's', name: 'f', arguments: '{}' }, 'name'],
    [{ ...call, type: 'local_shell_call', action: { type: 'exec', command: ['ls'], env: {} } }, 'action'],
    [
      {
        ...call,
        type: 'shell_call',
        action: { commands: ['ls'], max_output_length: null, timeout_ms: null },
        environment: { type: 'local' },
      },
      'action',
    ],
    [
      {
        ...call,
        type: 'shell_call_output',
        max_output_length: null,
        output: [{ stdout: '', stderr: '', outcome: { type: 'timeout' } }],
      },
      'output',
    ],
    [{ ...call, type: 'apply_patch_call', operation: { type: 'update_file', path: 'p', diff: '' } }, 'operation'],
    [
      {
        ...call,
        id: '',
        type: 'computer_call',
        pending_safety_checks: [],
        actions: [{ type: 'click', x: 1, y: 2, button: 'left' }],
      },
      'pending_safety_checks',
    ],
    [
      { ...call, type: 'tool_search_call', call_id: null, execution: 'server', arguments: { anything: 1 } },
      'execution',
    ],
    [{ ...call, type: 'tool_search_output', execution: 'client', tools: [{ type: 'function', name: 'f' }] }, 'tools'],
    [{ id: 'cm_1', type: 'compaction', encrypted_content: 'e' }, 'encrypted_content'],
    [{ id: 'cm_1', type: 'program', call_id: 'call_1', code: '1', fingerprint: 'e' }, 'fingerprint'],
    [{ ...call, type: 'program_output', result: 'r' }, 'result'],
    [{ ...call, type: 'function_call_output', output: [{ type: 'input_text', text: 'a' }] }, 'output'],
  ])('are taken whole and missed in part: %j', (item, field) => {
    for (const event of ['response.output_item.added', 'response.output_item.done']) {
      const value = { type: event, sequence_number: 0, output_index: 0, item };
      expect(check({ event }, value)).toEqual([]);
      expect(drifts('openai-responses', { event }, value)).toEqual([]);
      expect(check({ event }, { ...value, item: without(item, field) })).toEqual([`/item/${field} required`]);
    }
    expect(check('response', { ...response, status: 'completed', output: [item] })).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ ...call, type: 'function_call', name: 'f', arguments: {} }, '/item/arguments type'],
    [{ ...call, type: 'function_call', name: 'f', arguments: null }, '/item/arguments type'],
    [{ ...message, content: null }, '/item/content type'],
    [{ ...message, content: [{ type: 'output_text', text: 'a' }] }, '/item/content/0/annotations required'],
    [{ ...message, id: '' }, '/item/id minLength'],
    [{ id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text' }] }, '/item/summary/0/text required'],
    [{ ...call, type: 'custom_tool_call', call_id: '', name: 'f', input: '' }, '/item/call_id minLength'],
    [{ id: 'x' }, '/item/type required'],
  ])('name the broken field of %j', (item, expected) => {
    expect(checkEvent('response.output_item.done', { output_index: 0, item })).toEqual([expected]);
  });

  it('tolerate an unknown type of item, part and annotation as drift', () => {
    const odd = {
      ...response,
      output: [
        { type: 'hologram' },
        {
          ...message,
          content: [{ type: 'hologram' }, { type: 'output_text', text: '', annotations: [{ type: 'note' }] }],
        },
      ],
    };
    expect(check('response', odd)).toEqual([]);
    expect(drifts('openai-responses', 'response', odd)).toEqual([
      'unknown-value /output/0/type',
      'unknown-value /output/1/content/0/type',
      'unknown-value /output/1/content/1/annotations/0/type',
    ]);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ type: 'url_citation', url: 'u', title: 't', start_index: 0, end_index: 1 }, { url: null }],
    [{ type: 'file_citation', file_id: 'f', filename: 'n', index: 0 }, { index: '0' }],
    [
      { type: 'container_file_citation', container_id: 'c', file_id: 'f', filename: 'n', start_index: 0, end_index: 1 },
      { end_index: -1 },
    ],
    [{ type: 'file_path', file_id: 'f', index: 0 }, { file_id: 1 }],
  ])('take the annotation %j and refuse it with %j', (annotation, change) => {
    const added = (value: JsonValue) =>
      checkEvent('response.output_text.annotation.added', {
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        annotation_index: 0,
        annotation: value,
      });
    expect(added(annotation)).toEqual([]);
    expect(added({ ...annotation, ...change })).toHaveLength(1);
  });
});

describe('the bodies of Responses', () => {
  it('are the same object as the snapshots', () => {
    expect(check('response', { ...response, status: 'completed', output: [message], usage })).toEqual([]);
    expect(check('response', { ...response, status: 'queued' })).toEqual([]);
    expect(check('response', { ...response, status: 'failed' })).toEqual(['/error type']);
    expect(check('response', { error: { message: 'm' } })).toContain('/id required');
  });

  it('of an error have all four fields, and numbers are no codes', () => {
    const error = { message: 'm', type: 'invalid_request_error', param: null, code: null };
    expect(check('error', { error })).toEqual([]);
    expect(check('error', { error, status: 401 })).toEqual([]);
    expect(check('error', { error: without(error, 'param') })).toEqual(['/error/param required']);
    expect(check('error', { error: { ...error, code: 429 } })).toEqual(['/error/code type']);
    expect(check('error', response)).toContain('/error type');
  });
});
