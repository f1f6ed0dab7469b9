import { describe, expect, it } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { chunksOf, decodeChunks } from '../../support/streams/decode-chunks.ts';

const issuesOf = (text: string) => decodeChunks(createSseDecoder(), chunksOf(text)).end.issues;

describe('a block without data', () => {
  it.each([
    ['event: keepalive', 'event-without-data'],
    ['event: ping\nid: 3', 'event-without-data'],
    [': note\nevent: ping', 'event-without-data'],
    ['retry: 3000', 'field-without-data'],
    ['id: 7', 'field-without-data'],
    ['id: 7\nretry: 5\n: note', 'field-without-data'],
  ])('of %j is told with its place, before the data and behind it', (block, kind) => {
    expect(issuesOf(`${block}\n\ndata: x\n\n`)).toEqual([{ kind, position: 0, frame: 0 }]);
    expect(issuesOf(`data: x\n\n${block}\n\n`)).toEqual([{ kind, position: 9, frame: 1 }]);
  });

  it('of comments alone is nothing, until an id was given', () => {
    expect(issuesOf(': a\n\ndata: x\n\n: b\n\n')).toEqual([]);
    expect(issuesOf('id: 1\ndata: x\n\n: b\n\ndata: y\n\n')).toEqual([
      { kind: 'comment-after-id', position: 15, frame: 1 },
    ]);
    expect(issuesOf('id: 1\ndata: x\n\nid:\ndata: y\n\n: b\n\n')).toEqual([]);
  });

  it.each(['event:', 'id:', '\n', ': note'])('is harmless where %j names nothing', (block) => {
    expect(issuesOf(`${block}\n\ndata: x\n\n`)).toEqual([]);
  });

  it('is not told where the block has data, or was cut', () => {
    expect(issuesOf('event: a\nretry: 5\nid: 1\ndata: x\n\n')).toEqual([]);
    expect(issuesOf('data:\n\n')).toEqual([]);
    expect(issuesOf('data: x\n\nevent: a\n').map(({ kind }) => kind)).toEqual(['unterminated']);
  });
});
