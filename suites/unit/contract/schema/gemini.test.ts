import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, drifts, type Target } from '../../../support/contract/schema-check.ts';

const check = (target: Target, value: JsonValue): readonly string[] => breaches('gemini-generate', target, value);

const chunk = (candidate: JsonObject, rest: JsonObject = {}): JsonObject => ({
  candidates: [{ index: 0, ...candidate }],
  modelVersion: 'some-model',
  responseId: 'r1',
  ...rest,
});
const parts = (...all: readonly JsonValue[]): JsonObject => chunk({ content: { role: 'model', parts: all } });
const usage = {
  promptTokenCount: 3,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 2,
  totalTokenCount: 9,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
};
const rating = { category: 'HARM_CATEGORY_HARASSMENT', probability: 'HIGH', blocked: true };
const blocked = { promptFeedback: { blockReason: 'SAFETY', safetyRatings: [rating] }, usageMetadata: usage };

describe('the chunks of Gemini', () => {
  it.each<[string, JsonValue]>([
    ['text', parts({ text: 'Hi' })],
    ['a thought with a signature', parts({ text: 'Hm', thought: true, thoughtSignature: 'AA==' })],
    ['an empty text that carries a signature', parts({ text: '', thoughtSignature: 'AA==' })],
    ['an empty part', parts({})],
    ['empty content', chunk({ content: {}, finishReason: 'MAX_TOKENS' })],
    ['no content', chunk({ finishReason: 'MODEL_ARMOR', finishMessage: 'm' })],
    ['a candidate without an index', { candidates: [{ finishReason: 'STOP' }] }],
    ['two candidates', { candidates: [{ index: 0 }, { index: 1 }] }],
    ['a call', parts({ functionCall: { name: 'f', args: { a: { b: 1 } } }, thoughtSignature: 'AA==' })],
    ['a call with an id and without arguments', parts({ functionCall: { name: 'f', id: 'i' } })],
    ['the opening of a streamed call', parts({ functionCall: { name: 'f', willContinue: true } })],
    [
      'fragments of arguments',
      parts({
        functionCall: {
          partialArgs: [
            { jsonPath: '$.a', stringValue: 'x', willContinue: true },
            { jsonPath: '$.b[0]', numberValue: 1.5 },
            { jsonPath: '$.c', nullValue: 'NULL_VALUE' },
          ],
          willContinue: true,
        },
      }),
    ],
    ['the close of a streamed call', parts({ functionCall: {} })],
    [
      'code and its result',
      parts(
        { executableCode: { language: 'PYTHON', code: '1' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      ),
    ],
    [
      'a tool of the provider',
      parts(
        { toolCall: { id: 'i', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: [] } } },
        { toolResponse: { id: 'i', toolType: 'GOOGLE_SEARCH_WEB', response: { anything: 1 } } },
      ),
    ],
    ['an image', parts({ inlineData: { mimeType: 'image/png', data: 'AA==' } })],
    ['usage alone', { usageMetadata: usage }],
    ['usage that only names the traffic', chunk({}, { usageMetadata: { trafficType: 'ON_DEMAND' } })],
    ['harmless feedback', chunk({}, { promptFeedback: { safetyRatings: [rating] } })],
    [
      'citations under either name',
      chunk({ citationMetadata: { citations: [{ endIndex: 3, uri: 'u' }], citationSources: [{ startIndex: 1 }] } }),
    ],
    [
      'grounding',
      chunk({
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'u', title: 't' } }],
          groundingSupports: [{ segment: { endIndex: 3, text: 'a' }, groundingChunkIndices: [0] }],
          webSearchQueries: ['q'],
          searchEntryPoint: { renderedContent: '<p>' },
        },
        urlContextMetadata: {
          urlMetadata: [{ retrievedUrl: 'u', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }],
        },
      }),
    ],
    [
      'log probabilities',
      chunk({
        avgLogprobs: -0.1,
        logprobsResult: {
          chosenCandidates: [{ token: 'a', tokenId: 1, logProbability: -0.1 }],
          topCandidates: [{ candidates: [{ token: 'a', logProbability: -0.1 }] }],
        },
      }),
    ],
    [
      'enumerations as numbers',
      chunk(
        { finishReason: 1, safetyRatings: [{ category: 7, probability: 1 }] },
        { usageMetadata: { promptTokenCount: 1, promptTokensDetails: [{ modality: 1, tokenCount: 1 }] } },
      ),
    ],
    [
      'null for what is absent',
      chunk({ content: null, finishReason: null, safetyRatings: null }, { usageMetadata: null }),
    ],
  ])('take %s, without drift', (_title, value) => {
    expect(check({ event: 'chunk' }, value)).toEqual([]);
    expect(drifts('gemini-generate', { event: 'chunk' }, value)).toEqual([]);
    expect(drifts('gemini-generate', 'response', value)).toEqual([]);
  });

  it.each<[string, JsonValue, readonly string[]]>([
    ['nothing of an answer', { modelVersion: 'm' }, ['/candidates required']],
    ['the words of another dialect', { choices: [], object: 'chat.completion.chunk' }, ['/candidates required']],
    ['candidates that are no list', { candidates: {} }, ['/candidates type']],
    ['text that is no text', parts({ text: [] }), ['/candidates/0/content/parts/0/text type']],
    ['parts that are text', chunk({ content: { parts: 'Hi' } }), ['/candidates/0/content/parts type']],
    [
      'arguments as text',
      parts({ functionCall: { name: 'f', args: '{}' } }),
      ['/candidates/0/content/parts/0/functionCall/args type'],
    ],
    [
      'a fragment without a path',
      parts({ functionCall: { partialArgs: [{ stringValue: 'x' }] } }),
      ['/candidates/0/content/parts/0/functionCall/partialArgs/0/jsonPath required'],
    ],
    [
      'bytes without a media type',
      parts({ inlineData: { data: 'AA==' } }),
      ['/candidates/0/content/parts/0/inlineData/mimeType required'],
    ],
    [
      'code without a language',
      parts({ executableCode: { code: '1' } }),
      ['/candidates/0/content/parts/0/executableCode/language required'],
    ],
    ['an index that is text', { candidates: [{ index: '0' }] }, ['/candidates/0/index type']],
    ['a finish reason that is a list', chunk({ finishReason: ['STOP'] }), ['/candidates/0/finishReason type']],
    [
      'a negative count',
      chunk({}, { usageMetadata: { promptTokenCount: -1 } }),
      ['/usageMetadata/promptTokenCount minimum'],
    ],
    [
      'a count that is text',
      chunk({}, { usageMetadata: { totalTokenCount: '7' } }),
      ['/usageMetadata/totalTokenCount type'],
    ],
    [
      'a rating without a probability',
      chunk({ safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT' }] }),
      ['/candidates/0/safetyRatings/0/probability required'],
    ],
  ])('refuse %s', (_title, value, expected) => {
    expect(check({ event: 'chunk' }, value)).toEqual(expected);
  });

  it('take unknown fields, kinds of part and words as drift', () => {
    const odd = chunk({ finishReason: 'NEW', content: { parts: [{ hologram: {} }] }, extra: 1 });
    expect(check({ event: 'chunk' }, odd)).toEqual([]);
    expect(drifts('gemini-generate', { event: 'chunk' }, odd)).toEqual([
      'unknown-value /candidates/0/finishReason',
      'unknown-field /candidates/0/content/parts/0/hologram',
      'unknown-field /candidates/0/extra',
    ]);
  });
});

describe('a refused prompt of Gemini', () => {
  it('has a reason and no candidates', () => {
    expect(check({ event: 'blocked' }, blocked)).toEqual([]);
    expect(check({ event: 'blocked' }, { promptFeedback: { blockReason: 1 }, candidates: [] })).toEqual([]);
    expect(check({ event: 'blocked' }, { promptFeedback: { blockReason: 'NEW' } })).toEqual([]);
    expect(drifts('gemini-generate', { event: 'blocked' }, { promptFeedback: { blockReason: 'NEW' } })).toEqual([
      'unknown-value /promptFeedback/blockReason',
    ]);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, ['/promptFeedback required']],
    [{ promptFeedback: {} }, ['/promptFeedback/blockReason required']],
    [{ promptFeedback: { blockReason: null } }, ['/promptFeedback/blockReason type']],
    [{ ...blocked, candidates: [{ finishReason: 'STOP' }] }, ['/candidates maxItems']],
  ])('is refused as %j', (value, expected) => {
    expect(check({ event: 'blocked' }, value)).toEqual(expected);
  });
});

describe('the errors of Gemini', () => {
  const error = { code: 503, message: 'm', status: 'UNAVAILABLE' };
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' };

  it.each<Target>([{ event: 'error' }, 'error'])('take code, message and status as %j', (target) => {
    expect(check(target, { error })).toEqual([]);
    expect(check(target, { error: { ...error, details: [retry] } })).toEqual([]);
    expect(drifts('gemini-generate', target, { error: { ...error, details: [retry] } })).toEqual([]);
  });

  it('are a list where the answer would have been one, but never inside a stream', () => {
    expect(check('error', [{ error }])).toEqual([]);
    expect(check('error', [])).toEqual([' minItems']);
    expect(check('error', [{}])).toEqual(['/0/error required']);
    expect(check({ event: 'error' }, [{ error }])).toEqual([' type']);
  });

  it.each<[JsonValue, readonly string[]]>([
    [{ error: 'text' }, ['/error type']],
    [{ error: { message: 'm' } }, ['/error/code required', '/error/status required']],
    [{ error: { ...error, code: '503' } }, ['/error/code type']],
    [{ error: { ...error, code: 200 } }, ['/error/code minimum']],
    [{ error: { ...error, code: 600 } }, ['/error/code maximum']],
    [{ error: { ...error, status: 503 } }, ['/error/status type']],
    [{ error: { ...error, details: [{ retryDelay: '12s' }] } }, ['/error/details/0/@type required']],
  ])('refuse %j', (value, expected) => {
    expect(check('error', value)).toEqual(expected);
  });
});

describe('the bodies of Gemini', () => {
  it('are the type of a chunk, or the feedback on a refused prompt', () => {
    expect(check('response', chunk({ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }))).toEqual([]);
    expect(check('response', blocked)).toEqual([]);
    expect(check('response', { candidates: [], promptFeedback: { blockReasonMessage: 'm' } })).toEqual([]);
  });

  it('are not usage alone, nor an error, nor a list of chunks', () => {
    expect(check('response', { usageMetadata: usage })).toEqual(['/candidates required']);
    expect(check('response', { error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } })).toEqual([
      '/candidates required',
    ]);
    expect(check('response', [chunk({})])).toEqual([' type']);
  });
});
