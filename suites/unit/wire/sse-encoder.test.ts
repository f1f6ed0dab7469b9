import { describe, expect, test } from 'vitest';
import { type EncodableFrame, encodeSse, type SseStyle } from '../../../src/wire/sse-encoder.ts';

const text = (frame: EncodableFrame, style?: SseStyle) => new TextDecoder().decode(encodeSse(frame, style));

describe('encodeSse', () => {
  test('writes comments, event, id, retry, data and a blank line, in that order', () => {
    const frame: EncodableFrame = { data: '{}', retry: 50, id: '7', event: 'message_stop', comments: ['one', 'two'] };
    expect(text(frame)).toBe(': one\n: two\nevent: message_stop\nid: 7\nretry: 50\ndata: {}\n\n');
  });

  test('keeps to the style it is given', () => {
    expect(text({ event: 'x', data: 'a\nb' }, { framing: 'sse', lineEnd: '\r\n', spaceAfterColon: false })).toBe(
      'event:x\r\ndata:a\r\ndata:b\r\n\r\n',
    );
    expect(text({ data: 'a' }, { framing: 'sse', lineEnd: '\r', spaceAfterColon: true })).toBe('data: a\r\r');
  });

  test('writes a data line per line of text, whatever ends the lines', () => {
    expect(text({ data: 'a\n\nb\r\nc\rd' })).toBe('data: a\ndata:\ndata: b\ndata: c\ndata: d\n\n');
  });

  test('tells empty data from none', () => {
    expect(text({ data: '' })).toBe('data:\n\n');
    expect(text({})).toBe('\n');
    expect(text({ comments: [''] })).toBe(':\n\n');
  });

  test('protects a leading space of a value in a style without spaces', () => {
    expect(text({ data: ' a' }, { framing: 'sse', lineEnd: '\n', spaceAfterColon: false })).toBe('data:  a\n\n');
  });

  test('lets no event or id break out of its line', () => {
    expect(text({ event: 'a\n\ndata: evil', id: '1\r2' })).toBe('event: a data: evil\nid: 1 2\n\n');
    expect(text({ comments: ['a\ndata: evil'] })).toBe(': a\n: data: evil\n\n');
  });

  test('writes UTF-8', () => {
    expect([...encodeSse({ data: 'é\ud800' }).subarray(6, 11)]).toEqual([0xc3, 0xa9, 0xef, 0xbf, 0xbd]);
  });
});
