import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, drifts } from '../../../support/contract/schema-check.ts';

const check = (value: JsonValue): readonly string[] => breaches('gemini-generate', 'request', value);
const drift = (value: JsonValue): readonly string[] => drifts('gemini-generate', 'request', value);

const request: JsonObject = {
  systemInstruction: { parts: [{ text: 's' }] },
  generationConfig: {
    maxOutputTokens: 64,
    candidateCount: 2,
    stopSequences: ['x'],
    topK: 40,
    responseMimeType: 'application/json',
    responseSchema: { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    thinkingConfig: { includeThoughts: true, thinkingBudget: -1 },
  },
  safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
  tools: [
    {
      functionDeclarations: [
        { name: 'f', description: 'd', parameters: { type: 'OBJECT', anything: 1 } },
        { name: 'g', parametersJsonSchema: { type: 'object' } },
      ],
    },
    { googleSearch: {}, codeExecution: {} },
  ],
  contents: [
    { role: 'user', parts: [{ text: 'Hi' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }] },
    {
      role: 'model',
      parts: [
        { text: 'Hm', thought: true },
        { functionCall: { name: 'f', args: { a: 'b' } }, thoughtSignature: 'AA==' },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { result: 'r' } } }] },
    { parts: [{ fileData: { fileUri: 'u', mimeType: 'text/plain' } }] },
  ],
};
const changed = (change: JsonObject): JsonObject => ({ ...request, ...change });

/** The same request under the names that its fields have in the proto. */
function inProtoNames(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) {
    return value.map(inProtoNames);
  }
  if (typeof value !== 'object' || value === null) {
    return value ?? null;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inProtoNames(member),
    ]),
  );
}

describe('a Gemini request', () => {
  it('is valid and free of drift with a system instruction, tools, calls and their results', () => {
    expect(check(request)).toEqual([]);
    expect(drift(request)).toEqual([]);
  });

  it('is the same under the names of the proto', () => {
    const proto = inProtoNames(request);
    expect(Object.keys(request)).not.toEqual(Object.keys(typeof proto === 'object' && proto !== null ? proto : {}));
    expect(check(proto)).toEqual([]);
    expect(drift(proto)).toEqual([]);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{ contents: 'Hi' }, ['/contents type']],
    [{ contents: [{ role: 'user', parts: ['Hi'] }] }, ['/contents/0/parts/0 type']],
    [
      { contents: [{ parts: [{ functionCall: { name: 'f', args: '{}' } }] }] },
      ['/contents/0/parts/0/functionCall/args type'],
    ],
    [{ contents: [{ parts: [{ functionCall: {} }] }] }, ['/contents/0/parts/0/functionCall/name required']],
    [
      { contents: [{ parts: [{ functionResponse: { name: 'f', response: 'r' } }] }] },
      ['/contents/0/parts/0/functionResponse/response type'],
    ],
    [
      { contents: [{ parts: [{ function_response: { name: 'f' } }] }] },
      ['/contents/0/parts/0/function_response/response required'],
    ],
    [
      { contents: [{ parts: [{ inlineData: { data: 'AA==' } }] }] },
      ['/contents/0/parts/0/inlineData/mimeType required'],
    ],
    [{ systemInstruction: 's' }, ['/systemInstruction type']],
    [{ system_instruction: 's' }, ['/system_instruction type']],
    [{ tools: [{ functionDeclarations: [{ description: 'd' }] }] }, ['/tools/0/functionDeclarations/0/name required']],
    [{ toolConfig: { functionCallingConfig: { mode: [] } } }, ['/toolConfig/functionCallingConfig/mode type']],
    [{ generationConfig: { maxOutputTokens: '64' } }, ['/generationConfig/maxOutputTokens type']],
    [{ generation_config: { stop_sequences: 'x' } }, ['/generation_config/stop_sequences type']],
    [{ safetySettings: [{ category: 'NEW' }] }, ['/safetySettings/0/threshold required']],
  ])('is broken by %j', (change, expected) => {
    expect(check(changed(change))).toEqual(expected);
  });

  it('needs contents', () => {
    expect(check({})).toEqual(['/contents required']);
  });

  it('takes enumerations as numbers and null for what is absent', () => {
    const odd = changed({
      toolConfig: { functionCallingConfig: { mode: 2, allowedFunctionNames: null } },
      generationConfig: null,
      cachedContent: null,
    });
    expect(check(odd)).toEqual([]);
    expect(drift(odd)).toEqual([]);
  });

  it('tolerates unknown words and fields as drift', () => {
    const odd = changed({
      toolConfig: { functionCallingConfig: { mode: 'SOMETIMES' } },
      messages: [],
      tools: [{ new: {} }],
    });
    expect(check(odd)).toEqual([]);
    expect(drift(odd)).toEqual([
      'unknown-value /toolConfig/functionCallingConfig/mode',
      'unknown-field /tools/0/new',
      'unknown-field /messages',
    ]);
  });
});
