import { describe, expect, it } from 'vitest';
import {
  createEvent,
  mapEvents,
  readEvents,
  withData,
  writeEvents,
} from '../../../../src/mutations/stream/event-script.ts';
import { bodyScript, streamScript } from '../../../support/streams/sample-scripts.ts';
import { textOf } from '../../../support/triangle/mutate.ts';

describe('cutting a script into events', () => {
  it('gives comments to the event that they stand before, and keeps what follows the last event', () => {
    const source = readEvents(
      streamScript([': hi\n\nda', 'ta: {"a":1}\n\n', 'data: x\n\n: bye\n\ndata: ha']),
      'openai-chat',
    );
    expect(source.events.map(({ data }) => data)).toEqual(['{"a":1}', 'x']);
    expect(source.events.map(({ json }) => json)).toEqual([{ a: 1 }, undefined]);
    expect(new TextDecoder().decode(source.events[0]?.lead)).toBe(': hi\n\n');
    expect(new TextDecoder().decode(source.rest)).toBe(': bye\n\ndata: ha');
    expect(source.events.map(({ atMs }) => atMs)).toEqual([5, 10]);
  });

  it('takes a JSON body for one event', () => {
    const source = readEvents(bodyScript('{\n  "id": "1"\n}'), 'anthropic-messages');
    expect([source.form, source.events.length, source.events[0]?.data]).toEqual(['body', 1, '{\n  "id": "1"\n}']);
  });

  it('puts the same bytes together again, each block in a write of its own', () => {
    const script = streamScript([': hi\n\ndata: 1\n\ndata: 2\n\nrest']);
    const source = readEvents(script, 'openai-chat');
    const written = writeEvents(source, source.events, { rest: source.rest });
    expect(textOf(written)).toBe(textOf(script));
    expect(written.writes).toHaveLength(4);
  });
});

describe('changing events', () => {
  it('writes new data in the framing of the script', () => {
    const source = readEvents(streamScript(['event:a\r\ndata:1\r\n\r\n']), 'openai-chat');
    const [event] = source.events;
    expect(event && textOf(writeEvents(source, [withData(source, event, '2')]))).toBe('event:a\r\ndata:2\r\n\r\n');
    expect(textOf(writeEvents(source, [createEvent(source, { data: '3' })]))).toBe('data:3\r\n\r\n');
  });

  it('keeps comments, id, retry and the event line of an edited event', () => {
    const source = readEvents(streamScript([': c\nid: 7\nretry: 10\nevent: a\ndata: 1\n\n']), 'openai-chat');
    const text = textOf(mapEvents(source, (event) => withData(source, event, '2')));
    expect(text.split('\n').sort()).toEqual(['', '', ': c', 'data: 2', 'event: a', 'id: 7', 'retry: 10']);
  });

  it('never writes an event before the one that stands before it', () => {
    const source = readEvents(streamScript(['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']), 'openai-chat');
    const [first, second, third] = source.events;
    const events = [third, first, createEvent(source, { data: '4' }), second].flatMap((event) => event ?? []);
    expect(writeEvents(source, events).writes.map(({ atMs }) => atMs)).toEqual([10, 10, 10, 10]);
  });

  it('declares no length, and keeps all other headers', () => {
    const script = bodyScript('{"a":1}');
    const headers = [...script.head.headers, ['x-request-id', '1'] as const];
    const source = readEvents({ ...script, head: { status: 200, headers } }, 'openai-chat');
    expect(writeEvents(source, source.events).head.headers).toEqual([
      ['content-type', 'application/json'],
      ['x-request-id', '1'],
    ]);
  });
});

describe('a streamed array', () => {
  const script = { ...bodyScript('[{"a":1}\n,\r\n{"a":2}\n]'), ending: 'clean' as const };
  const source = readEvents(script, 'gemini-generate');

  it('is a stream of its elements', () => {
    expect([source.form, source.style.framing, source.rest.length]).toEqual(['stream', 'json-array', 0]);
    expect(source.events.map(({ json }) => json)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('stays an array, whichever elements are written', () => {
    const [first, second] = source.events;
    const added = createEvent(source, { data: '{"a":3}' });
    const written = (events: readonly (typeof first)[], change = {}) =>
      textOf(
        writeEvents(
          source,
          events.flatMap((event) => event ?? []),
          change,
        ),
      );
    expect(written([first, second])).toBe(textOf(script));
    expect(written([second, added])).toBe('[{"a":2}\n,\r\n{"a":3}\n]');
    expect(written([second], { ending: 'rst' })).toBe('[{"a":2}\n');
    expect(written([first], { rest: new TextEncoder().encode('{"a') })).toBe('[{"a":1}\n,\r\n{"a');
    expect(written([])).toBe('');
  });

  it('has what was cut as its rest, without what separates it', () => {
    const cut = readEvents(bodyScript('[{"a":1},\n{"a":[]'), 'gemini-generate');
    expect(new TextDecoder().decode(cut.rest)).toBe('{"a":[]');
    expect(textOf(writeEvents(cut, cut.events, { rest: cut.rest }))).toBe('[{"a":1}\n,\r\n{"a":[]');
  });

  it('of nothing but a document is a body', () => {
    expect(readEvents(bodyScript('{"a":[]}'), 'gemini-generate').form).toBe('body');
  });
});
