import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, drifts } from '../../../support/contract/schema-check.ts';

const messages = {
  model: 'some-model',
  max_tokens: 64,
  stream: true,
  system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral', ttl: '1h' } }],
  stop_sequences: ['x'],
  tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
  thinking: { type: 'enabled', budget_tokens: 32 },
  tools: [
    {
      name: 'f',
      description: 'd',
      input_schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    },
    { type: 'custom', name: 'g', input_schema: { type: 'object' } },
    { type: 'web_search_20260318', name: 'web_search', max_uses: 2 },
    { type: 'mcp_toolset', mcp_server_name: 's' },
  ],
  messages: [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 't', signature: 's' },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 'b' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: [{ type: 'image', source: { type: 'url', url: 'u' } }],
          is_error: false,
        },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'x' }] } },
        { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x' }] },
      ],
    },
    { role: 'system', content: 'again' },
  ],
};

const chat = {
  model: 'some-model',
  stream: true,
  stream_options: { include_usage: true },
  max_completion_tokens: 64,
  n: 2,
  stop: ['x'],
  tool_choice: { type: 'function', function: { name: 'f' } },
  parallel_tool_calls: true,
  response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
  tools: [
    { type: 'function', function: { name: 'f', parameters: { type: 'object', anything: 1 } } },
    {
      type: 'custom',
      custom: { name: 'g', format: { type: 'grammar', grammar: { definition: 'd', syntax: 'lark' } } },
    },
  ],
  messages: [
    { role: 'developer', content: 's' },
    { role: 'system', content: [{ type: 'text', text: 's' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'x' },
        { type: 'image_url', image_url: { url: 'u', detail: 'low' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
        { type: 'file', file: { file_id: 'f' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'r' },
  ],
};

const changed = (value: JsonObject, change: JsonObject): JsonObject => ({ ...value, ...change });

describe('a Messages request', () => {
  it('is valid and free of drift with system, tools, tool results and thinking', () => {
    expect(breaches('anthropic-messages', 'request', messages)).toEqual([]);
    expect(drifts('anthropic-messages', 'request', messages)).toEqual([]);
  });

  it.each([
    [{ max_tokens: null }, ['/max_tokens type']],
    [{ messages: [{ role: 'user' }] }, ['/messages/0/content required']],
    [{ messages: [{ content: 'x' }] }, ['/messages/0/role required']],
    [
      { messages: [{ role: 'user', content: [{ type: 'tool_result', content: 'x' }] }] },
      ['/messages/0/content/0/tool_use_id required'],
    ],
    [
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: '{}' }] }] },
      ['/messages/0/content/0/input type'],
    ],
    [{ tools: [{ name: 'f' }] }, ['/tools/0/input_schema required']],
    [{ tool_choice: { type: 'tool' } }, ['/tool_choice/name required']],
    [{ tool_choice: 'auto' }, ['/tool_choice type']],
    [{ stop_sequences: 'x' }, ['/stop_sequences type']],
  ] satisfies [JsonObject, string[]][])('is broken by %j', (change, expected) => {
    expect(breaches('anthropic-messages', 'request', changed(messages, change))).toEqual(expected);
  });

  it('names all that it cannot do without', () => {
    expect(breaches('anthropic-messages', 'request', {})).toEqual([
      '/model required',
      '/messages required',
      '/max_tokens required',
    ]);
  });

  it('tolerates unknown tools, blocks and fields as drift', () => {
    const odd = changed(messages, {
      tools: [{ type: 'new_20270101', name: 'n' }],
      messages: [{ role: 'user', content: [{ type: 'new' }] }],
      extra: 1,
    });
    expect(breaches('anthropic-messages', 'request', odd)).toEqual([]);
    expect(drifts('anthropic-messages', 'request', odd)).toEqual([
      'unknown-value /tools/0/type',
      'unknown-value /messages/0/content/0/type',
      'unknown-field /extra',
    ]);
  });
});

describe('a Chat request', () => {
  it('is valid and free of drift with every role, part and tool kind', () => {
    expect(breaches('openai-chat', 'request', chat)).toEqual([]);
    expect(drifts('openai-chat', 'request', chat)).toEqual([]);
  });

  it.each<JsonValue>([
    'none',
    'auto',
    'required',
    { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{}] } },
    { type: 'new' },
  ])('takes the tool choice %j', (choice) => {
    expect(breaches('openai-chat', 'request', changed(chat, { tool_choice: choice }))).toEqual([]);
  });

  it.each([
    [{ messages: null }, ['/messages type']],
    [{ messages: [{ role: 'tool', content: 'x' }] }, ['/messages/0/tool_call_id required']],
    [{ messages: [{ role: 'user' }] }, ['/messages/0/content required']],
    [
      {
        messages: [
          { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: {} } }] },
        ],
      },
      ['/messages/0/tool_calls/0/function/arguments type'],
    ],
    [{ tools: [{ type: 'function', function: {} }] }, ['/tools/0/function/name required']],
    [{ tools: [{ function: { name: 'f' } }] }, ['/tools/0/type required']],
    [{ tool_choice: { type: 'function' } }, ['/tool_choice/function required']],
    [{ stream_options: { include_usage: 'yes' } }, ['/stream_options/include_usage type']],
    [{ stop: 1 }, ['/stop type']],
  ] satisfies [JsonObject, string[]][])('is broken by %j', (change, expected) => {
    expect(breaches('openai-chat', 'request', changed(chat, change))).toEqual(expected);
  });

  it('reports an unknown word as drift', () => {
    expect(drifts('openai-chat', 'request', changed(chat, { tool_choice: 'sometimes', service_tier: 'warp' }))).toEqual(
      ['unknown-value /tool_choice', 'unknown-value /service_tier'],
    );
  });
});
