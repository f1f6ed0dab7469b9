import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NeutralRequest, Turn } from '../../../../src/core/scenario.ts';
import { dialect } from '../../../../src/dialects/anthropic-messages/index.ts';
import { messagesRequests } from '../support/request-arbitraries.ts';
import { add, base, sent, toolRound } from '../support/request-samples.ts';

const { request: messages } = dialect;

describe('the path of a Messages request', () => {
  it.each([
    '/v1/messages',
    '/messages',
    '/anthropic/v1/messages',
    '/v1/v1/messages',
    '/v1/messages/',
    '/v1/messages?beta=true',
  ])('%s belongs to it', (path) => {
    expect(messages.match(path)).toEqual({});
  });

  it.each([
    '/v1/messages/count_tokens',
    '/v1/messages/batches',
    '/v1/threads/t1/messages',
    '/v1/mymessages',
    '/',
    '',
    '/x?y=/v1/messages',
  ])('%s does not belong to it', (path) => {
    expect(messages.match(path)).toBeUndefined();
  });

  it('goes with the key in a header', () => {
    expect(messages.headers('K')).toEqual({
      'content-type': 'application/json',
      'x-api-key': 'K',
      'anthropic-version': '2023-06-01',
    });
  });
});

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
