import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import type { NeutralRequest, Turn } from '../../../../src/core/scenario.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { breaches } from '../../../support/contract/schema-check.ts';
import { responsesRequests } from '../support/request-arbitraries.ts';
import { add, base, sent } from '../support/request-samples.ts';

const { request: responses } = dialects['openai-responses'];

const call = (id: string, a: number): JsonObject => ({
  type: 'function_call',
  call_id: id,
  name: 'add',
  arguments: `{"a":${a}}`,
});

const readInput = (input: JsonObject['input']): readonly Turn[] => responses.read({ model: 'm', input }, '').turns;

describe('a Responses request', () => {
  it('is built as an official client sends it', () => {
    const request: NeutralRequest = {
      ...base,
      system: 'Be brief.',
      turns: [
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
      ],
      tools: [add],
      toolChoice: { mode: 'tool', name: 'add' },
      maxTokens: 9,
    };
    expect(responses.build(request)).toEqual({
      model: 'm',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'Add twice.' },
        { role: 'assistant', content: 'Sure.' },
        call('1', 1),
        call('2', 2),
        { type: 'function_call_output', call_id: '1', output: 'one' },
        { type: 'function_call_output', call_id: '2', output: 'two' },
        { role: 'user', content: 'And?' },
      ],
      tools: [{ type: 'function', ...add, strict: false }],
      tool_choice: { type: 'function', name: 'add' },
      max_output_tokens: 9,
      stream: true,
    });
  });

  it('says nothing that nobody asked for, and nothing that the API has no word for', () => {
    expect(responses.build({ ...base, stream: false, stop: ['END'], choices: 2 })).toEqual({
      model: 'm',
      input: [{ role: 'user', content: 'Hi' }],
    });
  });

  it('sends {} for a call without arguments, and no empty message beside it', () => {
    const turns: readonly Turn[] = [{ role: 'assistant', text: '', tools: [{ id: '1', name: 'now', arguments: '' }] }];
    expect(responses.build({ ...base, turns })['input']).toEqual([
      { type: 'function_call', call_id: '1', name: 'now', arguments: '{}' },
    ]);
  });

  it('keeps arguments as their text, digit for digit and even where they are broken', () => {
    const turns = (text: string): readonly Turn[] => [
      { role: 'assistant', text: '', tools: [{ id: '1', name: 'a', arguments: text }] },
    ];
    for (const text of ['{"a":1.0}', '{"id":12345678901234567890}', '{"a"']) {
      expect(readInput(sent(responses.build({ ...base, turns: turns(text) }))['input'])).toEqual(turns(text));
    }
  });

  it.each(['auto', 'none', 'required'] as const)('says the tool choice %s as a word', (mode) => {
    expect(responses.build({ ...base, toolChoice: { mode } })['tool_choice']).toBe(mode);
  });

  it('reads back what it built, over a wire', () => {
    fc.assert(
      fc.property(responsesRequests, (request) => {
        expect(responses.read(sent(responses.build(request)), '/v1/responses')).toEqual(request);
      }),
    );
  });

  it('is valid against its own schema', () => {
    fc.assert(
      fc.property(responsesRequests, (request) => {
        expect(breaches('openai-responses', 'request', sent(responses.build(request)))).toEqual([]);
      }),
    );
  });

  it('goes to its own path with a bearer key', () => {
    expect(responses.path('m', 'stream')).toBe('/v1/responses');
    expect(responses.headers('K')).toEqual({ 'content-type': 'application/json', authorization: 'Bearer K' });
  });

  it.each(['/v1/responses', '/responses', '/openai/v1/responses?api-version=1', '/v1/responses/'])(
    'is what comes to %s',
    (path) => {
      expect(responses.match(path)).toEqual({});
    },
  );

  it.each(['/v1/responses/resp_1', '/v1/responses/compact', '/v1/responses/input_tokens', '/v1/myresponses', '/', ''])(
    'is not what comes to %s',
    (path) => {
      expect(responses.match(path)).toBeUndefined();
    },
  );
});

describe('the input of a Responses request', () => {
  it('may be one string', () => {
    expect(readInput('Hi')).toEqual([{ role: 'user', text: 'Hi' }]);
  });

  it('is read in its long forms, and what is not understood is left out', () => {
    const read = responses.read(
      {
        model: 'm',
        instructions: 'A',
        input: [
          { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'B' }] },
          {
            type: 'message',
            role: 'user',
            content: [
              { type: 'input_text', text: 'And' },
              { type: 'input_image', image_url: 'u' },
              { type: 'input_text', text: 'token' },
            ],
          },
          { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E' },
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [
              { type: 'output_text', text: 'Y', annotations: [] },
              { type: 'output_text', text: 'es', annotations: [] },
            ],
          },
          { ...call('1', 1), id: 'fc_1', status: 'completed' },
          { type: 'function_call', call_id: '2', name: 'add', arguments: { a: 1 } },
          { type: 'function_call_output', call_id: '2', output: [{ type: 'input_text', text: 'two' }] },
          { type: 'item_reference', id: 'x' },
          { role: 'system', content: 'C' },
          7,
        ],
        tools: [
          { type: 'function', name: 'now', parameters: null, strict: true },
          { type: 'web_search' },
          { type: 'custom', name: 'c' },
        ],
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] },
        max_output_tokens: 7,
        text: { format: { type: 'json_schema', name: 's', schema: {} } },
        temperature: 0.2,
      },
      '/v1/responses',
    );
    expect(read).toEqual({
      model: 'm',
      stream: false,
      system: 'A\n\nB\n\nC',
      turns: [
        { role: 'user', text: 'And\ntoken' },
        {
          role: 'assistant',
          text: 'Yes',
          tools: [
            { id: '1', name: 'add', arguments: '{"a":1}' },
            { id: '2', name: 'add', arguments: '{"a":1}' },
          ],
        },
        { role: 'tool', id: '2', name: 'add', result: 'two' },
      ],
      tools: [{ name: 'now', parameters: { type: 'object', properties: {} } }],
      maxTokens: 7,
      includeUsage: true,
      choices: 1,
    });
  });

  it('makes one turn of words, calls and further words, as the answer was', () => {
    const said = (content: string): JsonObject => ({ role: 'assistant', content });
    expect(readInput([said('a'), call('1', 1), said('b'), call('2', 2)])).toEqual([
      {
        role: 'assistant',
        text: 'ab',
        tools: [
          { id: '1', name: 'add', arguments: '{"a":1}' },
          { id: '2', name: 'add', arguments: '{"a":2}' },
        ],
      },
    ]);
  });

  it('keeps messages apart that follow one another without calls', () => {
    const said = (content: string): JsonObject => ({ role: 'assistant', content });
    expect(readInput([said('a'), said('b')])).toEqual([
      { role: 'assistant', text: 'a', tools: [] },
      { role: 'assistant', text: 'b', tools: [] },
    ]);
  });

  it('makes a new turn of calls behind results', () => {
    const output = { type: 'function_call_output', call_id: '1', output: 'one' };
    expect(readInput([call('1', 1), output, call('2', 2)])).toEqual([
      { role: 'assistant', text: '', tools: [{ id: '1', name: 'add', arguments: '{"a":1}' }] },
      { role: 'tool', id: '1', name: 'add', result: 'one' },
      { role: 'assistant', text: '', tools: [{ id: '2', name: 'add', arguments: '{"a":2}' }] },
    ]);
  });
});
