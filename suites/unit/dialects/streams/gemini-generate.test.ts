import { describe, expect, it } from 'vitest';
import type { DomainEventBody, FinishKind } from '../../../../src/core/domain-event.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import { dialect } from '../../../../src/dialects/gemini-generate/index.ts';
import { streamBytes } from '../../../support/streams/stream-bytes.ts';
import {
  at,
  completed,
  encodeAll,
  failure,
  finish,
  options,
  payloads,
  reasoning,
  started,
  text,
  tool,
  toolDelta,
  toolEnd,
  toolStart,
} from '../support/encoding.ts';
import { readGeminiStream } from '../support/gemini-generate-rules.ts';

function chunk(parts: readonly object[], members: object = {}, index = 0): object {
  return {
    candidates: [{ content: { parts, role: 'model' }, ...members, index }],
    modelVersion: 'model-1',
    responseId: 'response-1',
  };
}

const end = (reason: string, index = 0): object => chunk([{ text: '' }], { finishReason: reason }, index);

function chunks(events: readonly DomainEventBody[]): readonly object[] {
  return payloads(encodeAll(dialect, [started, ...events, completed]));
}

const opaque = (part: number, name: string, value: JsonValue): DomainEventBody => ({
  kind: 'opaque.reported',
  at: at(part),
  name,
  value,
});

describe('the Gemini encoder', () => {
  it('writes data only, with CRLF, and no terminal', () => {
    const frames = encodeAll(dialect, [started, ...text(0, 'Hi'), finish('stop'), completed]);
    expect(frames.every((frame) => Object.keys(frame).join() === 'data')).toBe(true);
    expect(streamBytes(dialect.id, frames).toString()).toMatch(/^(?:data: \{[^\r\n]*\}\r\n\r\n)+$/);
    expect(frames.at(-1)?.data).toContain('"finishReason":"STOP"');
  });

  it('writes a text answer as it comes, the finish on a chunk of its own', () => {
    expect(chunks([...text(0, 'Hel', 'lo'), finish('stop')])).toEqual([
      chunk([{ text: 'Hel' }]),
      chunk([{ text: 'lo' }]),
      end('STOP'),
    ]);
  });

  it('takes id and model from the answer where it brings them', () => {
    const events = [{ kind: 'response.started', id: 'r9', model: 'm9' } as const, ...text(0, 'Hi')];
    expect(payloads(encodeAll(dialect, events))).toMatchObject([{ modelVersion: 'm9', responseId: 'r9' }]);
  });

  it('writes an answer without parts: the finish alone, with an empty text, as the chat helper of the SDK wants it', () => {
    expect(chunks([finish('stop')])).toEqual([end('STOP')]);
  });

  it('writes a call whole, its arguments as an object, once it is complete', () => {
    const encoder = dialect.createEncoder(options);
    const frames = tool(0, 'call_1', 'add', '{"a"', ':1}').map((event) => payloads(encoder.push(event)));
    const call = { functionCall: { id: 'call_1', name: 'add', args: { a: 1 } } };
    expect(frames).toEqual([[], [], [], [chunk([call])]]);
  });

  it('writes no id for a call that came without one', () => {
    expect(chunks([...tool(0, '', 'now'), finish('tool_calls')])).toEqual([
      chunk([{ functionCall: { name: 'now', args: {} } }]),
      end('STOP'),
    ]);
  });

  it('writes the numbers of arguments with the digits they came with', () => {
    const frames = encodeAll(dialect, [started, ...tool(0, 'c', 'pay', '{"n": 12345678901234567890,\n "x":1.0}')]);
    expect(frames[0]?.data).toContain('"args":{"n":12345678901234567890,"x":1.0}');
  });

  it('keeps the order of parts, though calls overlap and end in another order', () => {
    const events = [
      ...text(0, 'a'),
      toolStart(1, 'x', 'first'),
      toolStart(2, 'y', 'second'),
      ...text(3, 'b'),
      toolEnd(2),
      toolDelta(1, '{"n":1}'),
      toolEnd(1),
      finish('tool_calls'),
    ];
    expect(chunks(events)).toEqual([
      chunk([{ text: 'a' }]),
      chunk([{ functionCall: { id: 'x', name: 'first', args: { n: 1 } } }]),
      chunk([{ functionCall: { id: 'y', name: 'second', args: {} } }]),
      chunk([{ text: 'b' }]),
      end('STOP'),
    ]);
  });

  it('writes reasoning as thought, and drops the signature of another dialect', () => {
    expect(chunks([...reasoning(0, 'SIG', 'Hm'), ...text(1, 'Yes'), finish('stop')])).toEqual([
      chunk([{ text: 'Hm', thought: true }]),
      chunk([{ text: 'Yes' }]),
      end('STOP'),
    ]);
  });

  it('writes a thought signature on the call, or on an empty text behind the text that it signs', () => {
    const events: readonly DomainEventBody[] = [
      { kind: 'reasoning.delta', at: at(0), text: 'Hm' },
      opaque(0, 'thought_signature', 'R'),
      { kind: 'content.delta', at: at(1), text: 'Yes' },
      opaque(1, 'thought_signature', 'T'),
      toolStart(2, '', 'add'),
      opaque(2, 'thought_signature', 'C'),
      toolEnd(2),
      finish('tool_calls'),
    ];
    expect(chunks(events)).toEqual([
      chunk([{ text: 'Hm', thought: true }]),
      chunk([{ text: '', thought: true, thoughtSignature: 'R' }]),
      chunk([{ text: 'Yes' }]),
      chunk([{ text: '', thoughtSignature: 'T' }]),
      chunk([{ functionCall: { name: 'add', args: {} }, thoughtSignature: 'C' }]),
      end('STOP'),
    ]);
  });

  it('writes kept parts of its own dialect as they came, and drops blocks of others', () => {
    const own = { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'S' };
    const image = { inlineData: { mimeType: 'image/png', data: 'AA==' } };
    const events: readonly DomainEventBody[] = [
      { kind: 'content.started', at: at(0), part: 'other', name: 'executableCode' },
      opaque(0, 'block', own),
      { kind: 'content.completed', at: at(0) },
      { kind: 'content.started', at: at(1), part: 'image', name: 'image/png' },
      opaque(1, 'block', image),
      { kind: 'content.started', at: at(2), part: 'other', name: 'redacted_thinking' },
      opaque(2, 'block', { type: 'redacted_thinking', data: 'DROPPED' }),
      finish('stop'),
    ];
    expect(chunks(events)).toEqual([chunk([own]), chunk([image]), end('STOP')]);
  });

  it('writes what a candidate says beside its parts on a chunk with an empty text', () => {
    const citations = { citationSources: [{ uri: 'https://example.test' }] };
    const events = [...text(0, 'Hi'), opaque(0, 'citation_metadata', citations), finish('stop')];
    expect(chunks(events)[1]).toEqual(chunk([{ text: '' }], { citationMetadata: citations }));
  });

  it.each(['citation', 'logprobs', 'refusal_details', 'encrypted_reasoning', 'signature', 'x'])(
    'drops the opaque value %s of another dialect',
    (name) => {
      expect(chunks([...text(0, 'Hi'), opaque(0, name, { type: 'DROPPED' }), finish('stop')])).toEqual([
        chunk([{ text: 'Hi' }]),
        end('STOP'),
      ]);
    },
  );

  it('drops calls that a provider runs itself', () => {
    const server: DomainEventBody = { kind: 'tool.started', at: at(0), owner: 'server', id: 's', name: 'web_search' };
    expect(chunks([server, toolDelta(0, '{}'), toolEnd(0), ...text(1, 'Yes'), finish('stop')])).toEqual([
      chunk([{ text: 'Yes' }]),
      end('STOP'),
    ]);
  });

  it('writes a refusal as text that finishes with SAFETY', () => {
    const refusal: DomainEventBody = { kind: 'refusal.delta', at: at(0), text: 'No.' };
    expect(chunks([refusal, finish('refusal')])).toEqual([chunk([{ text: 'No.' }]), end('SAFETY')]);
    expect(chunks([refusal, finish('stop')])).toEqual([chunk([{ text: 'No.' }]), end('SAFETY')]);
  });

  it('writes the feedback on a refused prompt instead of a candidate', () => {
    const value = { blockReason: 'OTHER', blockReasonMessage: 'no' };
    const events: readonly DomainEventBody[] = [
      { kind: 'content.started', at: at(0), part: 'other', name: 'promptFeedback' },
      opaque(0, 'block', value),
      { kind: 'usage.reported', usage: { input: 7, output: 0, total: 7 } },
      finish('content_filter', 'OTHER'),
    ];
    expect(chunks(events)).toEqual([
      {
        promptFeedback: value,
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 0, totalTokenCount: 7 },
        modelVersion: 'model-1',
        responseId: 'response-1',
      },
    ]);
  });

  it('writes several candidates, each with its finish, the usage on the last chunk alone', () => {
    const word = (choice: number, words: string): DomainEventBody => ({
      kind: 'content.delta',
      at: at(0, choice),
      text: words,
    });
    const events = [word(1, 'x'), word(0, 'a'), finish('stop', '', 1), finish('length', '', 0)];
    const usage: DomainEventBody = { kind: 'usage.reported', usage: { input: 3, output: 2 } };
    const written = chunks([...events, usage]);
    expect(written.slice(0, 3)).toEqual([chunk([{ text: 'x' }], {}, 1), chunk([{ text: 'a' }]), end('MAX_TOKENS')]);
    expect(written[3]).toMatchObject({ ...end('STOP', 1), usageMetadata: { totalTokenCount: 5 } });
  });

  it('writes a comment in a block of its own for a heartbeat: beside data it would cost the chunk', () => {
    expect(dialect.createEncoder(options).push({ kind: 'heartbeat' })).toEqual([{ comments: ['keep-alive'] }]);
  });
});

describe('a call that is not whole', () => {
  const cut = [toolStart(0, 'c', 'save'), toolDelta(0, '{"a": "b')];

  it.each<[FinishKind, string]>([
    ['length', 'MAX_TOKENS'],
    ['context_length', 'MAX_TOKENS'],
    ['content_filter', 'SAFETY'],
  ])('is not written when the turn ended by %s, whether its end was said or not', (kind, reason) => {
    expect(chunks([...cut, finish(kind)])).toEqual([end(reason)]);
    expect(chunks([...cut, toolEnd(0), finish(kind)])).toEqual([end(reason)]);
  });

  it.each([
    ['was never completed', [toolStart(0, 'c', 'save')]],
    ['has arguments that are no JSON', [...cut, toolEnd(0)]],
    ['has arguments that are no object', tool(0, 'c', 'save', '[1]')],
    ['has no name', tool(0, 'c', '', '{}')],
  ])('ends the turn as a malformed call when it %s, and never as a plain stop', (_, events) => {
    expect(chunks([...events, ...text(1, 'then'), finish('tool_calls')])).toEqual([
      chunk([{ text: 'then' }]),
      end('MALFORMED_FUNCTION_CALL'),
    ]);
  });

  it('takes no fragments when it never began or has ended', () => {
    const events = [toolDelta(3, 'x'), ...tool(0, 'c', 'add', '{}'), toolDelta(0, '2'), toolEnd(0), toolEnd(9)];
    expect(chunks([...events, finish('tool_calls')])).toEqual([
      chunk([{ functionCall: { id: 'c', name: 'add', args: {} } }]),
      end('STOP'),
    ]);
  });
});

describe('the end of a Gemini stream', () => {
  const answer = [
    started,
    ...text(0, 'Hi'),
    finish('stop'),
    { kind: 'usage.reported', usage: { input: 30, output: 20, reasoning: 5, cacheRead: 8 } } as const,
    completed,
  ];

  it('carries the usage, thoughts apart from the visible output', () => {
    expect(payloads(encodeAll(dialect, answer)).at(-1)).toMatchObject({
      usageMetadata: {
        promptTokenCount: 30,
        candidatesTokenCount: 15,
        thoughtsTokenCount: 5,
        cachedContentTokenCount: 8,
        totalTokenCount: 50,
      },
    });
    expect(payloads(encodeAll(dialect, answer)).slice(0, -1)).not.toContainEqual(
      expect.objectContaining({ usageMetadata: expect.anything() }),
    );
  });

  it('does not ask whether usage was asked for', () => {
    expect(payloads(encodeAll(dialect, answer, { includeUsage: false })).at(-1)).toHaveProperty('usageMetadata');
  });

  it('is an error, and no finish, when the upstream reports one', () => {
    const events = [
      started,
      ...text(0, 'Hal'),
      finish('stop'),
      failure({ class: 'overloaded', message: 'Busy' }),
      { kind: 'response.failed' } as const,
      completed,
    ];
    const frames = encodeAll(dialect, events);
    expect(frames.at(-1)).toEqual({ data: '{"error":{"code":503,"message":"Busy","status":"UNAVAILABLE"}}' });
    expect(readGeminiStream(frames)).toMatchObject({ breaches: [], ended: 'error' });
    expect(JSON.stringify(payloads(frames))).not.toContain('finishReason');
  });

  it.each([
    ['no finish was reported', [started, ...text(0, 'Hi'), completed]],
    ['one of two candidates has no finish', [started, ...text(0, 'Hi'), finish('stop', 'stop', 1), completed]],
    ['the finish is an error of another dialect', [started, ...text(0, 'Hi'), finish('error', 'error'), completed]],
    ['there was no candidate at all', [started, completed]],
    ['the response failed and does not say why', [started, ...text(0, 'Hi'), { kind: 'response.failed' } as const]],
  ])('is an error, never an invented success, when %s', (_, events) => {
    const frames = encodeAll(dialect, events);
    expect(payloads(frames).at(-1)).toMatchObject({ error: { code: 500, status: 'INTERNAL' } });
    expect(JSON.stringify(payloads(frames))).not.toContain('finishReason');
  });

  it('keeps an error that is a finish reason of its own dialect', () => {
    expect(chunks([finish('malformed', 'UNEXPECTED_TOOL_CALL')])).toEqual([end('UNEXPECTED_TOOL_CALL')]);
  });
});
