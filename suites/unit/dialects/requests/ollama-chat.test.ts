import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../../../src/core/json.ts';
import type { NeutralRequest } from '../../../../src/core/scenario.ts';
import { dialect } from '../../../../src/dialects/ollama-chat/index.ts';
import { chatRequests } from '../support/request-arbitraries.ts';

const { request: ollama } = dialect;

/** What is left of a body on the other side of a wire. */
function sent(body: JsonObject): JsonObject {
  const parsed = parseJson(JSON.stringify(body));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

const read = (body: JsonObject): NeutralRequest => ollama.read(body, ollama.path('m', 'stream'));
const call = (name: string, id?: string): JsonObject => ({
  ...(id === undefined ? {} : { id }),
  function: { name, arguments: {} },
});
const calls = (...all: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content: '', tool_calls: all });
const result = (members: JsonObject): JsonObject => ({ role: 'tool', content: '1', ...members });

describe('a request of Ollama', () => {
  it.each(['/api/chat', '/ollama/api/chat/', '/api/chat?x=1'])('is known by its path: %s', (path) => {
    expect(ollama.match(path)).toEqual({});
  });

  it.each(['/api/generate', '/v1/chat/completions', '/myapi/chat', '/api/chats', ''])('is not one at %s', (path) => {
    expect(ollama.match(path)).toBeUndefined();
  });

  it('brings a key only where there is one', () => {
    expect(ollama.headers('')).toEqual({ 'content-type': 'application/json' });
    expect(ollama.headers('k')).toMatchObject({ authorization: 'Bearer k' });
  });

  it.each([
    [{}, true],
    [{ stream: null }, true],
    [{ stream: true }, true],
    [{ stream: false }, false],
  ])('that says %j is streamed: %s', (members, stream) => {
    expect(read({ model: 'm', messages: [], ...members }).stream).toBe(stream);
  });

  it('says how much may be answered, and where to stop, in its options', () => {
    const body = ollama.build({ ...read({ model: 'm', messages: [] }), maxTokens: 9, stop: ['x'] });
    expect(body).toMatchObject({ options: { num_predict: 9, stop: ['x'] } });
    expect(read(sent(body))).toMatchObject({ maxTokens: 9, stop: ['x'] });
    expect(read({ model: 'm', options: { stop: 'x', num_predict: -1 } })).not.toHaveProperty('maxTokens');
  });

  it('matches results without ids by name and order, and by order alone where an old client names nothing', () => {
    const turns = (...results: readonly JsonObject[]): readonly unknown[] =>
      read({ model: 'm', messages: [calls(call('f'), call('g'), call('f')), ...results] }).turns.slice(1);
    expect(turns(result({ tool_name: 'f' }), result({ tool_name: 'f' }), result({ tool_name: 'g' }))).toMatchObject([
      { id: 'call_0', name: 'f' },
      { id: 'call_2', name: 'f' },
      { id: 'call_1', name: 'g' },
    ]);
    expect(turns(result({}), result({}))).toMatchObject([
      { id: 'call_0', name: 'f' },
      { id: 'call_1', name: 'g' },
    ]);
  });

  it('keeps ids that it is given, and names the tool of a result', () => {
    const turns = read({ model: 'm', messages: [calls(call('f', 'a')), result({ tool_call_id: 'a' })] }).turns;
    expect(turns).toMatchObject([{ tools: [{ id: 'a', name: 'f' }] }, { role: 'tool', id: 'a', name: 'f' }]);
    expect(ollama.build({ ...read({ model: 'm' }), turns })).toMatchObject({
      messages: [{ tool_calls: [{ id: 'a', function: { index: 0 } }] }, { tool_name: 'f', tool_call_id: 'a' }],
    });
  });

  it('is read back as it was built, but for what it has no slot for', () => {
    fc.assert(
      fc.property(chatRequests, (request) => {
        const { toolChoice: _, ...slots } = request;
        const named = (given: NeutralRequest): unknown => ({
          ...given,
          turns: given.turns.map((turn) => (turn.role === 'tool' ? { ...turn, name: undefined } : turn)),
        });
        const { turns, ...others } = slots;
        const back = read(sent(ollama.build(request)));
        expect(named(back)).toEqual(named({ ...others, turns, includeUsage: true, choices: 1 }));
      }),
      { numRuns: 200, seed: 20_261_201 },
    );
  });
});
