import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, drifts } from '../../../support/contract/schema-check.ts';

const check = (value: JsonValue): readonly string[] => breaches('openai-responses', 'request', value);
const drift = (value: JsonValue): readonly string[] => drifts('openai-responses', 'request', value);

const request: JsonObject = {
  model: 'some-model',
  instructions: 's',
  stream: true,
  max_output_tokens: 64,
  store: false,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'low', summary: 'auto' },
  text: { format: { type: 'json_schema', name: 'n', schema: { anything: 1 }, strict: true } },
  parallel_tool_calls: true,
  tool_choice: { type: 'function', name: 'f' },
  tools: [
    { type: 'function', name: 'f', description: 'd', parameters: { type: 'object', anything: 1 }, strict: null },
    { type: 'custom', name: 'g', format: { type: 'grammar', definition: 'd', syntax: 'lark' } },
    { type: 'web_search', user_location: { type: 'approximate', country: 'NL' } },
    { type: 'mcp', server_label: 's', server_url: 'u', require_approval: 'never' },
    { type: 'code_interpreter', container: { type: 'auto' } },
    { type: 'shell', environment: { type: 'container_auto' } },
  ],
  input: [
    { role: 'developer', content: 's' },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'x' },
        { type: 'input_image', image_url: 'u', detail: 'low' },
        { type: 'input_file', file_id: 'f' },
      ],
    },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 't' }], encrypted_content: 'e' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'a', annotations: [] }],
    },
    { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'r' },
    { type: 'function_call_output', name: 'f', output: [{ type: 'input_text', text: 'r' }] },
    { type: 'item_reference', id: 'msg_2' },
    { id: 'msg_3' },
    { type: null, id: 'msg_4' },
  ],
};
const changed = (change: JsonObject): JsonObject => ({ ...request, ...change });

describe('a Responses request', () => {
  it('is valid and free of drift with messages, calls, results, reasoning and tools', () => {
    expect(check(request)).toEqual([]);
    expect(drift(request)).toEqual([]);
  });

  it('takes text as input', () => {
    expect(check({ model: 'm', input: 'Hi' })).toEqual([]);
  });

  it.each<JsonValue>([
    'none',
    'auto',
    'required',
    { type: 'allowed_tools', mode: 'auto', tools: [{}] },
    { type: 'web_search_preview' },
    { type: 'mcp', server_label: 's', name: null },
    { type: 'new' },
  ])('takes the tool choice %j', (choice) => {
    expect(check(changed({ tool_choice: choice }))).toEqual([]);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{ input: null }, ['/input type']],
    [{ input: [{ role: 'user' }] }, ['/input/0/content required']],
    [{ input: [{ content: 'x' }] }, ['/input/0/id required']],
    [{ input: [{ type: 'message', content: 'x' }] }, ['/input/0/role required']],
    [{ input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: {} }] }, ['/input/0/arguments type']],
    [{ input: [{ type: 'function_call', name: 'f', arguments: '' }] }, ['/input/0/call_id required']],
    [{ input: [{ type: 'function_call_output', output: 'r' }] }, ['/input/0/call_id required']],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: {} }] }, ['/input/0/output type']],
    [{ input: [{ role: 'user', content: [{ type: 'input_text' }] }] }, ['/input/0/content/0/text required']],
    [{ tools: [{ type: 'function', function: { name: 'f' } }] }, ['/tools/0/name required']],
    [{ tools: [{ name: 'f' }] }, ['/tools/0/type required']],
    [{ tool_choice: { type: 'function', function: { name: 'f' } } }, ['/tool_choice/name required']],
    [
      { text: { format: { type: 'json_schema', json_schema: {} } } },
      ['/text/format/name required', '/text/format/schema required'],
    ],
    [{ max_output_tokens: '64' }, ['/max_output_tokens type']],
  ])('is broken by %j', (change, expected) => {
    expect(check(changed(change))).toEqual(expected);
  });

  it('needs a model and an input, unless something stands in for them', () => {
    expect(check({})).toEqual(['/model required', '/input required']);
    expect(check({ model: 'm', previous_response_id: 'resp_1' })).toEqual([]);
    expect(check({ model: 'm', conversation: 'conv_1' })).toEqual([]);
    expect(check({ prompt: { id: 'pmpt_1', variables: { a: 'b' } } })).toEqual([]);
  });

  it('tolerates unknown tools, items, parts and fields as drift', () => {
    const odd = changed({
      tools: [{ type: 'new' }],
      input: [{ type: 'new' }, { type: 'message', role: 'user', content: [{ type: 'new' }] }],
      messages: [],
    });
    expect(check(odd)).toEqual([]);
    expect(drift(odd)).toEqual([
      'unknown-value /tools/0/type',
      'unknown-value /input/0/type',
      'unknown-value /input/1/content/0/type',
      'unknown-field /messages',
    ]);
  });
});
