import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamFraming } from '../../../../src/core/frame.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts';
import type { Mode } from '../../../../src/core/route.ts';
import type { NeutralRequest, Turn } from '../../../../src/core/scenario.ts';
import { dialect } from '../../../../src/dialects/gemini-generate/index.ts';
import { chatRequests } from '../support/request-arbitraries.ts';
import { add, base, sent } from '../support/request-samples.ts';

const { request: gemini } = dialect;
const streamPath = gemini.path('m', 'stream');

const read = (body: JsonObject): NeutralRequest => gemini.read(body, streamPath);

describe('the path of a Gemini request', () => {
  it('says model and mode', () => {
    expect(gemini.path('gemini-9', 'body')).toBe('/v1beta/models/gemini-9:generateContent');
    expect(gemini.path('gemini-9', 'stream')).toBe('/v1beta/models/gemini-9:streamGenerateContent?alt=sse');
  });

  it.each<[string, string, Mode, StreamFraming?]>([
    ['/v1beta/models/g:generateContent', 'g', 'body'],
    ['/v1/models/g:streamGenerateContent', 'g', 'stream', 'json-array'],
    ['/v1beta/models/g:streamGenerateContent?alt=sse&key=K', 'g', 'stream', 'sse'],
    ['/gemini/v1beta/models/provider/g-2:generateContent', 'provider/g-2', 'body'],
    ['/models/llama3:8b:generateContent/', 'llama3:8b', 'body'],
    ['/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent?alt=sse', 'g', 'stream', 'sse'],
    ['/v1beta/tunedModels/t:generateContent', 't', 'body'],
    ['/v1beta/models/a%3Fb%ZZ:generateContent', 'a%3Fb%ZZ', 'body'],
  ])('%s belongs to it', (path, model, mode, framing) => {
    expect(gemini.match(path)).toEqual({ model, mode, ...(framing && { framing }) });
  });

  it.each([
    '/v1beta/models',
    '/v1beta/models/g',
    '/v1beta/models/g:countTokens',
    '/v1beta/models/g:embedContent',
    '/v1/chat/completions',
    '/x?y=/v1beta/models/g:generateContent',
    '/mymodels/g:generateContent',
    '',
  ])('%s does not belong to it', (path) => {
    expect(gemini.match(path)).toBeUndefined();
  });

  it('carries any name of a model', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom<Mode>('stream', 'body'), (model, mode) => {
        expect(gemini.match(gemini.path(model, mode))).toEqual({
          model: model.toWellFormed(),
          mode,
          ...(mode === 'stream' && { framing: 'sse' }),
        });
      }),
    );
  });

  it('goes with the key in a header', () => {
    expect(gemini.headers('K')).toEqual({ 'content-type': 'application/json', 'x-goog-api-key': 'K' });
  });
});

describe('a Gemini request', () => {
  it('is built as an official client sends it', () => {
    const turns: readonly Turn[] = [
      { role: 'user', text: 'Add twice.' },
      {
        role: 'assistant',
        text: 'Sure.',
        tools: [
          { id: '1', name: 'add', arguments: '{"a":1.0}' },
          { id: '', name: 'add', arguments: '' },
        ],
      },
      { role: 'tool', id: '1', result: 'one' },
      { role: 'tool', id: '', name: 'add', result: '{"n":2}' },
      { role: 'user', text: 'And?' },
    ];
    const request: NeutralRequest = {
      ...base,
      system: 'Be brief.',
      turns,
      tools: [add],
      toolChoice: { mode: 'tool', name: 'add' },
      maxTokens: 9,
      stop: ['END'],
      choices: 2,
    };
    expect(JSON.stringify(gemini.build(request))).toContain('"args":{"a":1.0}');
    expect(sent(gemini.build(request))).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Add twice.' }] },
        {
          role: 'model',
          parts: [
            { text: 'Sure.' },
            { functionCall: { id: '1', name: 'add', args: { a: 1 } } },
            { functionCall: { name: 'add', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: '1', name: 'add', response: { output: 'one' } } },
            { functionResponse: { name: 'add', response: { output: '{"n":2}' } } },
          ],
        },
        { role: 'user', parts: [{ text: 'And?' }] },
      ],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [add] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['add'] } },
      generationConfig: { maxOutputTokens: 9, stopSequences: ['END'], candidateCount: 2 },
    });
  });

  it('says nothing that nobody asked for', () => {
    expect(gemini.build({ ...base, stream: false })).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] });
  });

  it.each([
    [{ mode: 'auto' }, { mode: 'AUTO' }],
    [{ mode: 'none' }, { mode: 'NONE' }],
    [{ mode: 'required' }, { mode: 'ANY' }],
  ] as const)('says the tool choice %o as %o', (toolChoice, functionCallingConfig) => {
    expect(gemini.build({ ...base, toolChoice })['toolConfig']).toEqual({ functionCallingConfig });
  });

  it.each<[string, JsonObject]>([
    ['additionalProperties', { type: 'object', additionalProperties: false }],
    ['several types', { type: ['string', 'null'] }],
    ['a definition', { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: {} } }],
    ['a keyword inside an alternative', { anyOf: [{ type: 'string', const: 'a' }] }],
    ['a keyword inside an item', { type: 'array', items: { not: {} } }],
  ])('declares a schema with %s as JSON Schema, which parameters would refuse', (_, parameters) => {
    const body = gemini.build({ ...base, tools: [{ name: 'f', parameters }] });
    expect(body['tools']).toEqual([{ functionDeclarations: [{ name: 'f', parametersJsonSchema: parameters }] }]);
    expect(read(body).tools).toEqual([{ name: 'f', parameters }]);
  });

  it('reads back what it built, over a wire', () => {
    fc.assert(
      fc.property(chatRequests, (request) => {
        const { model, stream } = request;
        const path = gemini.path(model, stream ? 'stream' : 'body');
        // The path can say no half of a surrogate pair, and usage comes unasked.
        const wanted = { ...request, model: model.toWellFormed(), includeUsage: true };
        expect(gemini.read(sent(gemini.build(request)), path)).toEqual(wanted);
      }),
    );
  });

  it.each(['{"a"', '[1]', '7'])('carries the arguments %s, which are no object, as their raw text', (text) => {
    const turns: readonly Turn[] = [
      { role: 'assistant', text: '', tools: [{ id: '1', name: 'add', arguments: text }] },
    ];
    expect(read(sent(gemini.build({ ...base, turns }))).turns).toEqual(turns);
  });
});

describe('reading a Gemini request', () => {
  it('takes the other spelling of every name', () => {
    expect(
      read({
        system_instruction: { role: 'user', parts: [{ text: 'A' }, { text: 'B' }] },
        contents: [{ parts: [{ text: 'Hi' }, { inline_data: {} }, { text: 'token' }] }],
        tools: [
          { function_declarations: [{ name: 'f', parameters_json_schema: { type: 'object' } }] },
          { googleSearch: {} },
        ],
        tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['f'] } },
        generation_config: { max_output_tokens: 5, stop_sequences: ['x'], candidate_count: 2, temperature: 0 },
      }),
    ).toEqual({
      model: 'm',
      stream: true,
      system: 'A\nB',
      turns: [{ role: 'user', text: 'Hi\ntoken' }],
      tools: [{ name: 'f', parameters: { type: 'object' } }],
      toolChoice: { mode: 'tool', name: 'f' },
      maxTokens: 5,
      stop: ['x'],
      includeUsage: true,
      choices: 2,
    });
  });

  it('numbers calls that have no id, and finds their results by name and order', () => {
    const call = (name: string): JsonObject => ({ functionCall: { name, args: { n: 1 } } });
    const result = (name: string, output: string): JsonObject => ({ functionResponse: { name, response: { output } } });
    const contents = [
      { role: 'model', parts: [call('f'), call('g'), call('f')] },
      {
        role: 'user',
        parts: [result('g', 'G'), result('f', 'F1'), result('f', 'F2'), result('h', 'H'), { text: 'so?' }],
      },
      { role: 'model', parts: [{ text: 'Hm', thought: true }, { text: 'O' }, { text: 'k' }, call('f')] },
      { role: 'function', parts: [result('f', 'F3')] },
    ];
    const turns = [
      {
        role: 'assistant',
        text: '',
        tools: ['f', 'g', 'f'].map((name, at) => ({ id: `call_${at}`, name, arguments: '{"n":1}' })),
      },
      { role: 'tool', id: 'call_1', name: 'g', result: 'G' },
      { role: 'tool', id: 'call_0', name: 'f', result: 'F1' },
      { role: 'tool', id: 'call_2', name: 'f', result: 'F2' },
      { role: 'tool', id: '', name: 'h', result: 'H' },
      { role: 'user', text: 'so?' },
      { role: 'assistant', text: 'Ok', tools: [{ id: 'call_3', name: 'f', arguments: '{"n":1}' }] },
      { role: 'tool', id: 'call_3', name: 'f', result: 'F3' },
    ];
    expect(read({ contents }).turns).toEqual(turns);
    // A conversation that has grown keeps the ids it had.
    expect(read({ contents: contents.slice(0, 2) }).turns).toEqual(turns.slice(0, 6));
  });

  it.each<[string, JsonValue, string]>([
    ['text under output', { output: 'x' }, 'x'],
    ['JSON under output', { output: { a: 1 }, more: true }, '{"a":1}'],
    ['text under another customary name', { result: 'x' }, 'x'],
    ['a whole object', { temperature: 20, unit: 'c' }, '{"temperature":20,"unit":"c"}'],
    ['one member of its own name', { city: 'Oslo' }, '{"city":"Oslo"}'],
    ['text, which no object is', 'x', 'x'],
    ['nothing', null, ''],
  ])('takes for the result %s', (_, response, result) => {
    const contents = [{ role: 'user', parts: [{ functionResponse: { id: '1', name: 'f', response } }] }];
    expect(read({ contents }).turns).toEqual([{ role: 'tool', id: '1', name: 'f', result }]);
  });

  it('takes types in the spelling of the proto for those of JSON Schema', () => {
    const parameters = {
      type: 'OBJECT',
      properties: {
        type: { type: 'STRING', enum: ['STRING'] },
        list: { type: 'ARRAY', items: { anyOf: [{ type: 'INTEGER' }, 7] } },
      },
    };
    expect(read({ tools: { functionDeclarations: [{ name: 'f', parameters }] } }).tools).toEqual([
      {
        name: 'f',
        parameters: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['STRING'] },
            list: { type: 'array', items: { anyOf: [{ type: 'integer' }, 7] } },
          },
        },
      },
    ]);
  });

  it('takes a function without parameters for one that takes none', () => {
    expect(read({ tools: [{ functionDeclarations: [{ name: 'now' }, { description: 'no name' }] }] }).tools).toEqual([
      { name: 'now', parameters: { type: 'object', properties: {} } },
    ]);
  });

  it.each<[JsonValue, object | undefined]>([
    [{ mode: 'VALIDATED' }, { mode: 'auto' }],
    [{ mode: 'ANY', allowedFunctionNames: ['f', 'g'] }, { mode: 'required' }],
    [{ mode: 'ANY', allowedFunctionNames: [] }, { mode: 'required' }],
    [{ mode: 'MODE_TO_COME' }, undefined],
    ['ANY', undefined],
  ])('takes the tool choice %j for %o', (functionCallingConfig, toolChoice) => {
    expect(read({ toolConfig: { functionCallingConfig } }).toolChoice).toEqual(toolChoice);
  });

  it('finds the model in the path, else in the body', () => {
    expect(gemini.read({ model: 'models/b' }, '/v1beta/models/a:generateContent')).toMatchObject({
      model: 'a',
      stream: false,
    });
    expect(gemini.read({ model: 'models/b' }, '/')).toMatchObject({ model: 'b', stream: false });
  });

  it('never throws, whatever stands in the places that it looks at', () => {
    const names = [
      'contents',
      'parts',
      'role',
      'text',
      'functionCall',
      'functionResponse',
      'response',
      'output',
      'args',
      'name',
      'id',
    ];
    const more = [
      'tools',
      'functionDeclarations',
      'parameters',
      'properties',
      'items',
      'anyOf',
      'type',
      'toolConfig',
      '__proto__',
    ];
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<JsonValue>('model', 'user', 'ANY', 'STRING', '', null, true, 0, -1, 1.5),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names, ...more), tie('json'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names, ...more, 'systemInstruction', 'generationConfig'), json),
        (value) => {
          const body: unknown = value;
          const request = read(isObject(body) ? body : {});
          expect(Array.isArray(request.turns)).toBe(true);
          expect(typeof JSON.stringify(gemini.build(request))).toBe('string');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
