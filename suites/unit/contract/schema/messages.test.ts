import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, type Target } from '../../../support/contract/schema-check.ts';

const check = (target: Target, value: JsonValue): readonly string[] => breaches('anthropic-messages', target, value);

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'some-model',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 1 },
};

const finish = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: { output_tokens: 7 },
};

const block = (content: JsonObject): JsonObject => ({ type: 'content_block_start', index: 0, content_block: content });
const delta = (content: JsonObject): JsonObject => ({ type: 'content_block_delta', index: 0, delta: content });

const without = (value: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

describe('the stream events of Messages', () => {
  it.each<[string, JsonValue]>([
    ['message_start', { type: 'message_start', message }],
    ['content_block_start', block({ type: 'text', text: '' })],
    ['content_block_delta', delta({ type: 'text_delta', text: 'Hi' })],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', finish],
    ['message_stop', { type: 'message_stop' }],
    ['ping', { type: 'ping' }],
    ['error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' }],
  ])('take a %s with only what first-party traffic always carries', (event, value) => {
    expect(check({ event }, value)).toEqual([]);
  });

  it.each([
    ['message_start', { type: 'message_start' }, ['/message required']],
    ['message_start', { type: 'message_start', message: without(message, 'usage') }, ['/message/usage required']],
    ['message_start', { type: 'message_start', message: { ...message, usage: null } }, ['/message/usage type']],
    ['message_start', { type: 'message_start', message: { ...message, content: 'Hi' } }, ['/message/content type']],
    ['content_block_start', block({ type: 'text' }), ['/content_block/text required']],
    ['content_block_start', without(block({ type: 'text', text: '' }), 'index'), ['/index required']],
    ['content_block_delta', delta({ type: 'text_delta', text: null }), ['/delta/text type']],
    ['content_block_delta', { type: 'content_block_delta', index: -1, delta: { type: 'new' } }, ['/index minimum']],
    ['content_block_delta', { type: 'content_block_delta', index: '0', delta: { type: 'new' } }, ['/index type']],
    ['content_block_stop', { type: 'content_block_stop', index: 0.5 }, ['/index type']],
    ['message_delta', without(finish, 'usage'), ['/usage required']],
    ['message_delta', { ...finish, usage: {} }, ['/usage/output_tokens required']],
    ['message_delta', { ...finish, usage: { output_tokens: '7' } }, ['/usage/output_tokens type']],
    [
      'message_delta',
      { ...finish, delta: { stop_reason: 1 } },
      ['/delta/stop_sequence required', '/delta/stop_reason type'],
    ],
    ['error', { type: 'error', error: 'overloaded' }, ['/error type']],
    ['error', { type: 'error', error: { type: 'overloaded_error' } }, ['/error/message required']],
    ['message_stop', [], [' type']],
    ['ping', null, [' type']],
  ] satisfies [string, JsonValue, string[]][])('name the one cause why a %s is broken', (event, value, expected) => {
    expect(check({ event }, value)).toEqual(expected);
  });

  it('report every missing field of one payload, each once', () => {
    expect(
      check({ event: 'message_start' }, { type: 'message_start', message: { type: 'message', content: [] } }),
    ).toEqual([
      '/message/id required',
      '/message/role required',
      '/message/model required',
      '/message/stop_reason required',
      '/message/stop_sequence required',
      '/message/usage required',
    ]);
  });

  it('take null as output_tokens at the end, where usage may be unknown, but not at the start', () => {
    expect(check({ event: 'message_delta' }, { ...finish, usage: { output_tokens: null } })).toEqual([]);
    const start = { type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: null } } };
    expect(check({ event: 'message_start' }, start)).toEqual(['/message/usage/output_tokens type']);
    const unknown = { ...message, stop_reason: 'end_turn', usage: { input_tokens: null, output_tokens: null } };
    expect(check('response', unknown)).toEqual([]);
  });

  it('take null for every advisory member', () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      cache_creation: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      inference_geo: null,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: null,
      speed: null,
      iterations: null,
    };
    const nulls = {
      ...message,
      usage,
      stop_details: null,
      container: null,
      diagnostics: null,
      context_management: null,
    };
    expect(check({ event: 'message_start' }, { type: 'message_start', message: nulls })).toEqual([]);
  });

  it('take unknown fields, stop reasons, block types and delta types', () => {
    const odd = { ...finish, extra: 1, delta: { stop_reason: 'new_reason', stop_sequence: null, extra: {} } };
    expect(check({ event: 'message_delta' }, odd)).toEqual([]);
    expect(check({ event: 'content_block_start' }, block({ type: 'hologram', text: 5 }))).toEqual([]);
    expect(check({ event: 'content_block_delta' }, delta({ type: 'hologram_delta' }))).toEqual([]);
  });

  it('refuse a block or delta without a type', () => {
    expect(check({ event: 'content_block_start' }, block({ text: '' }))).toEqual(['/content_block/type required']);
    expect(check({ event: 'content_block_delta' }, delta({ type: 3 }))).toEqual(['/delta/type type']);
  });
});

describe('the content blocks of Messages', () => {
  const direct = { type: 'direct' };
  const error = (type: string): JsonObject => ({ type, error_code: 'unavailable' });
  const output = { stdout: '', stderr: '', return_code: 0, content: [] };
  const result = (type: string, content: JsonValue): JsonObject => ({ type, tool_use_id: 'srvtoolu_1', content });

  it.each<[string, JsonObject]>([
    ['text with citations', { type: 'text', text: 'a', citations: [] }],
    ['thinking', { type: 'thinking', thinking: '', signature: '' }],
    ['redacted thinking', { type: 'redacted_thinking', data: 'AAAA' }],
    ['a tool call', { type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, caller: direct }],
    [
      'a tool call made by code',
      {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'f',
        input: { a: 1 },
        caller: { type: 'code_execution_20260120', tool_id: 's' },
      },
    ],
    ['a server tool call', { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } }],
    ['a failed search', result('web_search_tool_result', error('web_search_tool_result_error'))],
    [
      'a search',
      result('web_search_tool_result', [
        { type: 'web_search_result', url: 'u', title: 't', encrypted_content: 'e', page_age: null },
      ]),
    ],
    [
      'a fetched page',
      result('web_fetch_tool_result', {
        type: 'web_fetch_result',
        url: 'u',
        retrieved_at: null,
        content: { type: 'document', title: null, source: { type: 'text', media_type: 'text/plain', data: 'x' } },
      }),
    ],
    ['code output', result('code_execution_tool_result', { type: 'code_execution_result', ...output })],
    ['shell output', result('bash_code_execution_tool_result', { type: 'bash_code_execution_result', ...output })],
    [
      'an edited file',
      result('text_editor_code_execution_tool_result', {
        type: 'text_editor_code_execution_str_replace_result',
        lines: ['a'],
        new_lines: 1,
        new_start: 1,
        old_lines: null,
        old_start: null,
      }),
    ],
    [
      'found tools',
      result('tool_search_tool_result', {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'f' }],
      }),
    ],
    ['an uploaded file', { type: 'container_upload', file_id: 'file_1' }],
    ['an MCP call', { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'f', server_name: 's', input: {} }],
    [
      'an MCP result',
      { type: 'mcp_tool_result', tool_use_id: 'm', is_error: false, content: [{ type: 'text', text: 'x' }] },
    ],
    [
      'MCP tools',
      { type: 'mcp_tool_listing', mcp_server_name: 's', tools: [{ name: 'f', input_schema: { type: 'object' } }] },
    ],
    ['advice', result('advisor_tool_result', { type: 'advisor_result', text: 'x', stop_reason: null })],
    ['a compaction', { type: 'compaction', content: null }],
    ['a fallback', { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }],
  ])('take %s', (_title, content) => {
    expect(check({ event: 'content_block_start' }, block(content))).toEqual([]);
    expect(check('response', { ...message, stop_reason: 'end_turn', content: [content] })).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ type: 'thinking', thinking: '' }, '/signature required'],
    [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: '{}' }, '/input type'],
    [{ type: 'tool_use', name: 'f', input: {} }, '/id required'],
    [
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: {}, caller: { type: 'code_execution_20250825' } },
      '/caller/tool_id required',
    ],
    [
      result('web_search_tool_result', [{ type: 'web_search_result', url: 'u', title: 't' }]),
      '/content/0/encrypted_content required',
    ],
    [result('web_search_tool_result', { type: 'web_search_tool_result_error' }), '/content/error_code required'],
    [result('code_execution_tool_result', { type: 'code_execution_result' }), '/content/stdout required'],
    [{ type: 'mcp_tool_result', tool_use_id: 'm', content: '' }, '/is_error required'],
    [
      { type: 'text', text: 'a', citations: [{ type: 'char_location', cited_text: 'x' }] },
      '/citations/0/document_index required',
    ],
  ])('name the broken field of %j', (content, expected) => {
    expect(check({ event: 'content_block_start' }, block(content))[0]).toBe(`/content_block${expected}`);
  });
});

describe('the deltas of Messages', () => {
  it.each<[JsonObject, JsonObject, string]>([
    [{ type: 'text_delta', text: '' }, { type: 'text_delta' }, '/text required'],
    [
      { type: 'input_json_delta', partial_json: '' },
      { type: 'input_json_delta', partial_json: {} },
      '/partial_json type',
    ],
    [
      { type: 'thinking_delta', thinking: '', estimated_tokens: null },
      { type: 'thinking_delta' },
      '/thinking required',
    ],
    [{ type: 'signature_delta', signature: 's' }, { type: 'signature_delta', signature: null }, '/signature type'],
    [
      {
        type: 'citations_delta',
        citation: { type: 'web_search_result_location', cited_text: 'x', encrypted_index: 'e', title: null, url: 'u' },
      },
      {
        type: 'citations_delta',
        citation: { type: 'web_search_result_location', cited_text: 'x', title: null, url: 'u' },
      },
      '/citation/encrypted_index required',
    ],
    [{ type: 'compaction_delta', content: null }, { type: 'compaction_delta' }, '/content required'],
  ])('take %j and refuse %j', (valid, invalid, expected) => {
    expect(check({ event: 'content_block_delta' }, delta(valid))).toEqual([]);
    expect(check({ event: 'content_block_delta' }, delta(invalid))).toEqual([`/delta${expected}`]);
  });
});

describe('the bodies of Messages', () => {
  it('take an answer and refuse one without a stop reason', () => {
    expect(check('response', { ...message, stop_reason: 'end_turn' })).toEqual([]);
    expect(check('response', message)).toEqual(['/stop_reason type']);
  });

  it('refuse an error object as an answer, and an answer as an error', () => {
    const error = { type: 'error', error: { type: 'api_error', message: 'x' }, request_id: null };
    expect(check('error', error)).toEqual([]);
    expect(check('response', error)).toContain('/type const');
    expect(check('error', { ...message, stop_reason: 'end_turn' })).toEqual(['/error required', '/type const']);
  });

  it('take an error of an unknown type, with details', () => {
    expect(
      check('error', { type: 'error', error: { type: 'new_error', message: '', details: { error_code: 'x' } } }),
    ).toEqual([]);
  });
});
