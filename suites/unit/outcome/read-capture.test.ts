import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { Ending } from '../../../src/core/exchange.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { ResponseReader, readCapture } from '../../../src/outcome/read-capture.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { captureOf, mustIssueIds } from '../../support/streams/law-streams.ts';
import { streamBytes, streamHeaders } from '../../support/streams/stream-bytes.ts';
import { textOf } from '../../support/triangle/mutate.ts';
import {
  chat,
  chunk,
  messageDelta,
  messageStart,
  messageStop,
  messages,
  readText,
  role,
  textBlock,
  whole,
} from './streams.ts';

function bodyOf(dialect: DialectId): string {
  return textOf(dialectSamples[dialect].body);
}

function streamOf(dialect: DialectId): string {
  return textOf(dialectSamples[dialect].streams['short-text']);
}

describe.each(dialectIds)('an HTTP error of %s', (dialect) => {
  it('is the error that its body states, and nothing else', () => {
    const read = readText(dialect, dialectSamples[dialect].errorBody, { mode: 'body', status: 503 });
    expect(read.outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      error: { origin: 'provider', class: 'overloaded', message: 'Busy', status: 503 },
    });
    expect(mustIssueIds(read)).toEqual([]);
    expect(read.events.map(({ kind }) => kind)).toEqual(['error.reported', 'response.failed']);
  });

  it('is the same for a client that asked for a stream', () => {
    const read = readText(dialect, dialectSamples[dialect].errorBody, {
      mode: 'stream',
      status: 503,
      contentType: 'application/json',
    });
    expect(read.outcome.error).toMatchObject({ class: 'overloaded', message: 'Busy' });
    expect(mustIssueIds(read)).toEqual([]);
  });

  it.each([
    ['HTML of a proxy', '<html>Bad Gateway</html>', 'text/html'],
    ['nothing at all', '', ''],
    ['another JSON', '{"path":"/v1/other"}', 'application/json'],
    ['a whole answer', bodyOf(dialect), 'application/json'],
  ])('without an error of the dialect is foreign: %s', (_, body, contentType) => {
    for (const mode of ['body', 'stream'] as const) {
      const read = readText(dialect, body, { mode, status: 502, contentType });
      expect(read.outcome).toMatchObject({ phase: 'failed', integrity: 'provider_error', choices: [] });
      expect(read.outcome.error).toEqual({ origin: 'transport', class: 'bad_gateway', status: 502 });
      expect(mustIssueIds(read)).toEqual(['error.foreign']);
    }
  });

  it.each([
    [301, 'unknown'],
    [401, 'authentication'],
    [404, 'not_found'],
    [418, 'unknown'],
    [429, 'rate_limit'],
    [500, 'server'],
    [503, 'overloaded'],
    [504, 'timeout'],
  ])('%i alone is %s', (status, expected) => {
    expect(readText(dialect, '', { mode: 'body', status }).outcome.error?.class).toBe(expected);
  });

  it.each([200, 201, 204])('is none with status %i', (status) => {
    expect(readText(dialect, '', { mode: 'body', status }).outcome).toMatchObject({
      phase: 'interrupted',
      integrity: 'no_end_marker',
    });
  });
});

describe('an error in mid-stream', () => {
  const before = messages(messageStart(), ...textBlock(0, 'a').slice(0, 2));

  it('fails the response and leaves open parts unfinished', () => {
    const read = readText(
      'anthropic-messages',
      `${before}event: error\ndata: ${dialectSamples['anthropic-messages'].errorBody}\n\n`,
    );
    expect(read.outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      error: { class: 'overloaded' },
    });
    expect(read.outcome.choices[0]?.parts).toMatchObject([{ content: 'a', completed: false }]);
    expect(read.outcome.counters.domain.closeReason).toBe('error_reported');
    expect(mustIssueIds(read)).toEqual([]);
  });

  it.each([
    ['bare', ''],
    ['with [DONE] behind it', 'data: [DONE]\n\n'],
  ])('of Chat ends it: %s', (_, rest) => {
    const read = readText(
      'openai-chat',
      `${chat(role, chunk({ content: 'a' }))}data: ${dialectSamples['openai-chat'].errorBody}\n\n${rest}`,
    );
    expect(read.outcome).toMatchObject({ phase: 'failed', integrity: 'provider_error' });
    expect(mustIssueIds(read)).toEqual([]);
  });

  it('of Chat is no proper end of a transfer that broke', () => {
    const read = readText('openai-chat', `${chat(role)}data: ${dialectSamples['openai-chat'].errorBody}\n\n`, {
      ending: 'fin',
    });
    expect(read.outcome).toMatchObject({ phase: 'failed', integrity: 'transport_error', error: { message: 'Busy' } });
    expect(read.events.at(-1)?.kind).toBe('error.reported');
    expect(mustIssueIds(read)).toEqual(['terminal.missing']);
  });

  it('of Chat may lack the object around it', () => {
    const read = readText(
      'openai-chat',
      'data: {"object":"error","message":"Busy","type":"server_error","code":null}\n\n',
    );
    expect(read.outcome.error).toMatchObject({ type: 'server_error', message: 'Busy' });
  });

  it('is not made whole by a terminal behind it', () => {
    const read = readText(
      'anthropic-messages',
      `${before}event: error\ndata: ${dialectSamples['anthropic-messages'].errorBody}\n\n${messages(messageDelta(), messageStop)}`,
    );
    expect(read.outcome.integrity).toBe('provider_error');
    expect(mustIssueIds(read)).toEqual(['after-end.message_delta', 'after-end.message_stop']);
  });
});

describe.each(dialectIds)('the form of a %s response', (dialect) => {
  it('that is one document where a stream was asked for is told, and loses the answer where events are framed', () => {
    const document = readText(dialect, bodyOf(dialect), { mode: 'stream', contentType: 'application/json' });
    expect(document.issues.map(({ id }) => id)).toContain('event.body-in-stream');
    if (Object.hasOwn(loadContract(dialect).contract.issues, 'event.body-in-stream')) {
      // A document is a line without its line feed: no reader loses it.
      expect([mustIssueIds(document), document.outcome.integrity]).toEqual([[], 'complete']);
      return;
    }
    expect(mustIssueIds(document)).toEqual(['event.body-in-stream']);
    if (!Object.hasOwn(loadContract(dialect).contract.rules, '$body')) {
      // A body and a chunk are the same: in the frame of one it is one.
      return;
    }
    const framed = readText(dialect, streamBytes(dialect, [{ data: bodyOf(dialect) }]).toString(), { mode: 'stream' });
    expect(mustIssueIds(framed)).toContain('event.body-in-stream');
    expect(framed.outcome.integrity).not.toBe('complete');
  });

  it('that is a stream where one document was asked for loses it too', () => {
    const [, contentType = ''] = streamHeaders(dialect).find(([name]) => name === 'content-type') ?? [];
    const read = readText(dialect, streamOf(dialect), { mode: 'body', contentType });
    expect(mustIssueIds(read)).toEqual(['event.stream-in-body']);
    expect(read.outcome.integrity).toBe('protocol_error');
  });

  it.each(['application/json', 'text/html', 'text/event-stream', ''])(
    'is seen in its bytes under the label %j',
    (label) => {
      const { framing } = dialects[dialect].streams[0].style;
      // Ollama's cloud labels lines as it labels a body.
      const right = framing === 'sse' ? 'text/event-stream' : 'application/json';
      const read = readText(dialect, streamOf(dialect), { mode: 'stream', contentType: label });
      expect(read.outcome.integrity).toBe('complete');
      expect(read.issues.map(({ id }) => id).filter((id) => id.startsWith('head.'))).toEqual(
        label === right ? [] : ['head.stream-type'],
      );
    },
  );

  it('is what was asked for where the content type does not say', () => {
    expect(readText(dialect, streamOf(dialect), { mode: 'stream', contentType: 'text/plain' }).outcome.integrity).toBe(
      'complete',
    );
    const unlabelled = readText(dialect, bodyOf(dialect), { mode: 'body', contentType: '' });
    expect(unlabelled.outcome).toMatchObject({ phase: 'completed', witnesses: { endMarker: true } });
    expect(unlabelled.issues.map(({ id, detail }) => `${id} ${detail}`)).toContain('head.body-type no content-type');
  });
});

describe('an event without a type', () => {
  it.each(['null', '7', '{}', '{"type":null}', '[]'])('is no event of Messages: %s', (data) => {
    const text = whole['anthropic-messages'].replace(
      'event: message_delta',
      `event: odd\ndata: ${data}\n\nevent: message_delta`,
    );
    expect(mustIssueIds(readText('anthropic-messages', text))).toEqual(['event.unnamed']);
  });

  it('of an unknown type is skipped', () => {
    const text = whole['anthropic-messages'].replace(
      'event: message_delta',
      'event: odd\ndata: {"type":"odd"}\n\nevent: message_delta',
    );
    expect(readText('anthropic-messages', text).outcome.integrity).toBe('complete');
  });
});

describe('the end of a response', () => {
  it.each<[Ending, string, string]>([
    ['clean', 'interrupted', 'closed_without_terminal'],
    ['fin', 'interrupted', 'transport_error'],
    ['rst', 'interrupted', 'transport_error'],
    ['stall', 'interrupted', 'transport_error'],
    ['aborted', 'interrupted', 'aborted'],
  ])('%s in the middle', (ending, phase, closeReason) => {
    const { outcome } = readText('openai-chat', chat(role, chunk({ content: 'a' })), { ending });
    expect({ phase: outcome.phase, closeReason: outcome.counters.domain.closeReason }).toEqual({ phase, closeReason });
  });

  it('that never came is the state after the head', () => {
    expect(readText('openai-chat', '', { ending: 'aborted' }).outcome.phase).toBe('headers_received');
  });

  it('without any head is an interruption', () => {
    const read = readCapture('openai-chat', 'stream', { chunks: [], ending: 'rst', endedAtMs: 0 });
    expect(read.outcome).toMatchObject({ phase: 'interrupted', integrity: 'transport_error', choices: [] });
  });

  it('does not dispatch a last event without its blank line, but keeps its frame', () => {
    const cut = whole['openai-chat'].slice(0, -1);
    const read = readText('openai-chat', cut);
    expect(read.outcome).toMatchObject({ phase: 'interrupted', integrity: 'no_end_marker' });
    expect(read.frames.at(-1)).toMatchObject({ data: '[DONE]', terminated: false });
    expect(mustIssueIds(read)).toEqual(['wire.unterminated', 'terminal.missing']);
    expect(read.outcome.counters.sse.residualBytes).toBe('data: [DONE]\n'.length);
  });

  it('by a terminal counts what came', () => {
    const { counters } = readText('openai-chat', `: hi\n\nid: 7\n${whole['openai-chat']}`).outcome;
    expect(counters).toMatchObject({
      wire: { bytes: `: hi\n\nid: 7\n${whole['openai-chat']}`.length, chunks: 1, errors: 0 },
      sse: { events: 4, comments: 1, lastId: '7', residualBytes: 0, errors: 0 },
      domain: { errors: 0, closeReason: 'terminal' },
    });
  });
});

describe('a response that is read while it runs', () => {
  it('gives each domain event once, with the chunk that completed it', () => {
    const { head, chunks } = captureOf(Buffer.from(whole['anthropic-messages']));
    const reader = new ResponseReader('anthropic-messages', 'stream', head);
    const bytes = chunks[0]?.bytes ?? new Uint8Array();
    const given = Array.from(bytes, (byte, atMs) => reader.feed({ atMs, bytes: Uint8Array.of(byte) }));
    const { news, events, outcome } = reader.end('clean');
    expect([...given.flat(), ...news]).toEqual(events);
    expect(given.at(-1)?.map(({ kind }) => kind)).toEqual(['response.completed']);
    expect(given.filter((some) => some.length > 0)).toHaveLength(6);
    expect(outcome.integrity).toBe('complete');
  });
});
