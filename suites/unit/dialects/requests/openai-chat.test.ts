import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NeutralRequest, Turn } from '../../../../src/core/scenario.ts';
import { dialect } from '../../../../src/dialects/openai-chat/index.ts';
import { chatRequests } from '../support/request-arbitraries.ts';
import { add, base, sent, toolRound } from '../support/request-samples.ts';

const { request: chat } = dialect;

describe('the path of a Chat request', () => {
  it.each([
    '/v1/chat/completions',
    '/chat/completions',
    '/openai/v1/chat/completions?api-version=1',
    '/v1/chat/completions/',
  ])('%s belongs to it', (path) => {
    expect(chat.match(path)).toEqual({});
  });

  it.each(['/v1/completions', '/v1/chat/completions/c1', '/v1/mychat/completions', '/v1/models'])(
    '%s does not belong to it',
    (path) => {
      expect(chat.match(path)).toBeUndefined();
    },
  );

  it('goes with the key in a header', () => {
    expect(chat.headers('K')).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer K',
    });
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
