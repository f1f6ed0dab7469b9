import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../../../src/core/json.ts';
import type { NeutralRequest, Turn } from '../../../../src/core/scenario.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { chatRequests, messagesRequests } from '../support/request-arbitraries.ts';
import { add, base } from '../support/request-samples.ts';

const messages = dialects['anthropic-messages'].request;
const chat = dialects['openai-chat'].request;

const toolRound: readonly Turn[] = [
  { role: 'user', text: 'Add twice.' },
  {
    role: 'assistant',
    text: 'Sure.',
    tools: [
      { id: '1', name: 'add', arguments: '{"a":1}' },
      { id: '2', name: 'add', arguments: '{"a":2}' },
    ],
  },
  { role: 'tool', id: '1', name: 'add', result: 'one' },
  { role: 'tool', id: '2', name: 'add', result: 'two' },
  { role: 'user', text: 'And?' },
];

/** What is left of a body on the other side of a wire. */
function sent(body: JsonObject): JsonObject {
  const parsed = parseJson(JSON.stringify(body));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

describe('a Messages request', () => {
  it('is built as an official client sends it', () => {
    const request: NeutralRequest = {
      ...base,
      system: 'Be brief.',
      turns: toolRound,
      tools: [add],
      toolChoice: { mode: 'required' },
      maxTokens: 9,
      stop: ['END'],
    };
    expect(messages.build(request)).toEqual({
      model: 'm',
      max_tokens: 9,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Add twice.' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Sure.' },
            { type: 'tool_use', id: '1', name: 'add', input: { a: 1 } },
            { type: 'tool_use', id: '2', name: 'add', input: { a: 2 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: '1', content: 'one' },
            { type: 'tool_result', tool_use_id: '2', content: 'two' },
          ],
        },
        { role: 'user', content: 'And?' },
      ],
      tools: [{ name: 'add', description: 'Adds.', input_schema: add.parameters }],
      tool_choice: { type: 'any' },
      stop_sequences: ['END'],
      stream: true,
    });
  });

  it('sets the limit that the API demands, and nothing that nobody asked for', () => {
    expect(messages.build({ ...base, stream: false })).toEqual({
      model: 'm',
      max_tokens: 4096,
      messages: [{ role: 'user', content: 'Hi' }],
    });
  });

  it.each([
    [{ mode: 'auto' }, { type: 'auto' }],
    [{ mode: 'none' }, { type: 'none' }],
    [{ mode: 'required' }, { type: 'any' }],
    [
      { mode: 'tool', name: 'add' },
      { type: 'tool', name: 'add' },
    ],
  ] as const)('says the tool choice %o as %o', (toolChoice, expected) => {
    expect(messages.build({ ...base, toolChoice })['tool_choice']).toEqual(expected);
  });

  it('reads the long forms of content', () => {
    const read = messages.read(
      {
        model: 'm',
        system: [
          { type: 'text', text: 'A', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'B' },
        ],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'one' }], is_error: true },
              { type: 'text', text: 'And' },
              { type: 'image', source: {} },
              { type: 'text', text: 'token' },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'x' },
              { type: 'text', text: 'Y' },
              { type: 'text', text: 'es' },
            ],
          },
        ],
        tools: [{ type: 'web_search_20250305', name: 'web_search' }],
        metadata: { user_id: 'x' },
      },
      '/v1/messages',
    );
    expect(read).toEqual({
      model: 'm',
      stream: false,
      system: 'A\nB',
      turns: [
        { role: 'tool', id: '1', result: 'one' },
        { role: 'user', text: 'And\ntoken' },
        { role: 'assistant', text: 'Yes', tools: [] },
      ],
      tools: [],
      includeUsage: true,
      choices: 1,
    });
  });

  it('reads back what it built, over a wire', () => {
    fc.assert(
      fc.property(messagesRequests, (request) => {
        expect(messages.read(sent(messages.build(request)), '/v1/messages')).toEqual(request);
      }),
    );
  });

  it.each(['{"a"', '[1]', '7'])('carries the arguments %s, which are no object, as their raw text', (text) => {
    const turns: readonly Turn[] = [
      { role: 'assistant', text: '', tools: [{ id: '1', name: 'add', arguments: text }] },
    ];
    expect(messages.read(sent(messages.build({ ...base, turns })), '').turns).toEqual(turns);
  });

  it('writes no empty text block beside calls, which the API would reject', () => {
    const turns: readonly Turn[] = [{ role: 'assistant', text: '', tools: [{ id: '1', name: 'add', arguments: '' }] }];
    expect(messages.build({ ...base, turns })['messages']).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'add', input: {} }] },
    ]);
  });

  it('keeps the digits of arguments', () => {
    const turns: readonly Turn[] = [
      { role: 'assistant', text: '', tools: [{ id: '1', name: 'a', arguments: '{"a":1.0}' }] },
    ];
    expect(JSON.stringify(messages.build({ ...base, turns }))).toContain('"input":{"a":1.0}');
  });
});

describe('a Chat request', () => {
  it('is built as an official client sends it', () => {
    const request: NeutralRequest = {
      ...base,
      system: 'Be brief.',
      turns: toolRound,
      tools: [add],
      toolChoice: { mode: 'tool', name: 'add' },
      maxTokens: 9,
      stop: ['END'],
      choices: 2,
    };
    const call = (id: string, a: number): object => ({
      id,
      type: 'function',
      function: { name: 'add', arguments: `{"a":${a}}` },
    });
    expect(chat.build(request)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Add twice.' },
        { role: 'assistant', content: 'Sure.', tool_calls: [call('1', 1), call('2', 2)] },
        { role: 'tool', tool_call_id: '1', content: 'one' },
        { role: 'tool', tool_call_id: '2', content: 'two' },
        { role: 'user', content: 'And?' },
      ],
      tools: [{ type: 'function', function: add }],
      tool_choice: { type: 'function', function: { name: 'add' } },
      max_tokens: 9,
      stop: ['END'],
      n: 2,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('sends {} for a call without arguments, and null content beside it', () => {
    const turns: readonly Turn[] = [{ role: 'assistant', text: '', tools: [{ id: '1', name: 'now', arguments: '' }] }];
    expect(chat.build({ ...base, turns })['messages']).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'now', arguments: '{}' } }],
      },
    ]);
  });

  it('asks for usage only in a stream, and only when it is wanted', () => {
    expect(chat.build({ ...base, stream: false })).not.toHaveProperty('stream_options');
    expect(chat.build({ ...base, includeUsage: false })).not.toHaveProperty('stream_options');
  });

  it.each(['auto', 'none', 'required'] as const)('says the tool choice %s as a word', (mode) => {
    expect(chat.build({ ...base, toolChoice: { mode } })['tool_choice']).toBe(mode);
  });

  it('reads the long forms of content and both names of the limit', () => {
    const read = chat.read(
      {
        model: 'm',
        messages: [
          { role: 'developer', content: [{ type: 'text', text: 'A' }] },
          {
            role: 'user',
            content: [{ type: 'text', text: 'And' }, { type: 'image_url' }, { type: 'text', text: 'token' }],
          },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: '1', type: 'function', function: { name: 'add', arguments: { a: 1 } } },
              { id: '2', type: 'function', function: { name: 'add', arguments: '{"a"' } },
              { id: '3', type: 'custom', custom: { name: 'c', input: 'x' } },
            ],
          },
          { role: 'tool', tool_call_id: '2', content: [{ type: 'text', text: 'two' }] },
          { role: 'system', content: 'B' },
        ],
        tools: [
          { type: 'function', function: { name: 'now' } },
          { type: 'custom', custom: { name: 'c' } },
        ],
        tool_choice: { type: 'allowed_tools' },
        max_completion_tokens: 7,
        stop: 'END',
        temperature: 0.2,
      },
      '/v1/chat/completions',
    );
    expect(read).toEqual({
      model: 'm',
      stream: false,
      system: 'A\n\nB',
      turns: [
        { role: 'user', text: 'And\ntoken' },
        {
          role: 'assistant',
          text: '',
          tools: [
            { id: '1', name: 'add', arguments: '{"a":1}' },
            { id: '2', name: 'add', arguments: '{"a"' },
          ],
        },
        { role: 'tool', id: '2', name: 'add', result: 'two' },
      ],
      tools: [{ name: 'now', parameters: { type: 'object', properties: {} } }],
      maxTokens: 7,
      stop: ['END'],
      includeUsage: true,
      choices: 1,
    });
    expect(chat.read({ max_tokens: 8 }, '').maxTokens).toBe(8);
  });

  it('reads back what it built, over a wire', () => {
    fc.assert(
      fc.property(chatRequests, (request) => {
        expect(chat.read(sent(chat.build(request)), '/v1/chat/completions')).toEqual(request);
      }),
    );
  });
});

describe.each(Object.values(dialects))('any $id request', (dialect) => {
  it('is read without throwing, whatever is in it', () => {
    const keys = [
      'role',
      'content',
      'type',
      'text',
      'function',
      'tool_calls',
      'tools',
      'messages',
      'name',
      'input',
      'system',
    ];
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom('user', 'assistant', 'tool', 'text', 'tool_use', 'tool_result', 'function', ''),
        fc.constantFrom(null, true, 0, -1, 1.5),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...keys), tie('json'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys, 'stop', 'n', 'tool_choice'), json), (value) => {
        const body: unknown = value;
        const read = dialect.request.read(isObject(body) ? body : {}, '/');
        expect(typeof read.model).toBe('string');
        expect(Array.isArray(read.turns)).toBe(true);
      }),
    );
  });
});
