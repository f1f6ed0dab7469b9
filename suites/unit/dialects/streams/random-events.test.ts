import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { encodeSse } from '../../../../src/wire/sse-encoder.ts';
import { captureOf, mustIssueIds } from '../../../support/streams/law-streams.ts';
import { readMessagesStream } from '../support/anthropic-messages-rules.ts';
import { completed, encodeAll } from '../support/encoding.ts';
import { anySequence, overlappingCalls } from '../support/event-arbitraries.ts';
import { readGeminiStream } from '../support/gemini-generate-rules.ts';
import { readChatStream } from '../support/openai-chat-rules.ts';
import { readResponsesStream } from '../support/openai-responses-rules.ts';

describe('whatever comes before', () => {
  it('a Messages stream keeps its order and ends once, by a stop or by an error', () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        const read = readMessagesStream(encodeAll(dialects['anthropic-messages'], [...events, completed]));
        expect(read.breaches).toEqual([]);
        expect(read.ended).not.toBe('open');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a Chat stream keeps its order and ends once, by done or by an error', () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        const read = readChatStream(encodeAll(dialects['openai-chat'], [...events, completed]));
        expect(read.breaches).toEqual([]);
        expect(read.ended).not.toBe('open');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a Gemini stream keeps its order and ends once, by a finish, by feedback or by an error', () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        const read = readGeminiStream(encodeAll(dialects['gemini-generate'], [...events, completed]));
        expect(read.breaches).toEqual([]);
        expect(read.ended).not.toBe('open');
      }),
      { numRuns: 2_000 },
    );
  });

  it('calls that overlap at will reach a Messages client whole, in the order of their beginning', () => {
    fc.assert(
      fc.property(overlappingCalls, ([calls, events]) => {
        const end: readonly DomainEventBody[] = [
          { kind: 'finish.reported', choice: 0, finish: 'tool_calls', raw: 'tool_calls' },
          completed,
        ];
        const read = readMessagesStream(encodeAll(dialects['anthropic-messages'], [...events, ...end]));
        expect(read.breaches).toEqual([]);
        expect(read.blocks.map(({ content }) => content)).toEqual(calls.map((deltas) => deltas.join('')));
      }),
    );
  });

  it('a Responses stream keeps its order and ends once, by a terminal event', () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        const read = readResponsesStream(encodeAll(dialects['openai-responses'], [...events, completed]));
        expect(read.breaches).toEqual([]);
        expect(read.ended).not.toBe('open');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a Responses stream that the rules written by hand accept is accepted by its contract too', () => {
    fc.assert(
      fc.property(anySequence, (events) => {
        const frames = encodeAll(dialects['openai-responses'], [...events, completed]);
        const bytes = Buffer.concat(frames.map((frame) => encodeSse(frame)));
        const issues = mustIssueIds(readCapture('openai-responses', 'stream', captureOf(bytes)));
        // A call that came without a name has none here either.
        expect(issues.filter((id) => id !== 'tool.name')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('calls that overlap at will reach a Responses client whole, in the order of their beginning', () => {
    fc.assert(
      fc.property(overlappingCalls, ([calls, events]) => {
        const end: readonly DomainEventBody[] = [
          { kind: 'finish.reported', choice: 0, finish: 'tool_calls', raw: 'tool_calls' },
          completed,
        ];
        const read = readResponsesStream(encodeAll(dialects['openai-responses'], [...events, ...end]));
        expect(read.breaches).toEqual([]);
        expect(read.items.map(({ done }) => done?.['arguments'])).toEqual(
          calls.map((deltas) => deltas.join('') || '{}'),
        );
      }),
    );
  });
});
