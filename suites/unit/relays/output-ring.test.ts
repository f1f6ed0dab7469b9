import { expect, test } from 'vitest';
import { createOutputRing } from '../../../src/relays/output-ring.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('only the last lines are kept, each cut at 2,000 characters', () => {
  const ring = createOutputRing(undefined, 3);
  const write = ring.writer();
  write(bytes('one\ntwo\n'));
  write(bytes(`three\n\n${'x'.repeat(5_000)}\nfour`));
  expect(ring.lines()).toEqual(['three', 'x'.repeat(2_000), 'four']);
});

test('characters and lines that arrive in pieces are joined, per stream', () => {
  const ring = createOutputRing('größe 1');
  const [out, err] = [ring.writer(), ring.writer()];
  const word = bytes('größe 1');
  out(word.slice(0, 3));
  err(bytes('error\n'));
  expect(ring.sawWatched()).toBe(false);
  out(word.slice(3));
  expect(ring.lines()).toEqual(['error', 'größe 1']);
  expect(ring.sawWatched()).toBe(true);
});

test('colours are dropped and spinners are lines', () => {
  const ring = createOutputRing(undefined);
  ring.writer()(bytes('\r⠋ Starting\r\u001b[32m✨ Ready\u001b[0m  \r\n'));
  expect(ring.lines()).toEqual(['⠋ Starting', '✨ Ready']);
});

test('a line without an end cannot fill the memory', () => {
  const ring = createOutputRing(undefined);
  const write = ring.writer();
  for (let round = 0; round < 100; round += 1) {
    write(bytes('x'.repeat(1_000)));
  }
  expect(ring.lines().map((line) => line.length)).toEqual([2_000]);
});
