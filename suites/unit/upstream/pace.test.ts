import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chunk, WireScript } from '../../../src/core/exchange.ts';
import { atSpeed, unpaced } from '../../../src/upstream/pace.ts';
import { streamHead } from '../../support/exchange/upstream-case.ts';

const writes = fc.array(
  fc.record<Chunk>({ atMs: fc.double({ min: 0, max: 1e6, noNaN: true }), bytes: fc.uint8Array({ maxLength: 5 }) }),
);
const scripts: fc.Arbitrary<WireScript> = writes.map((list) => ({ head: streamHead, writes: list, ending: 'fin' }));

test('a speed divides every time and changes nothing else', () => {
  fc.assert(
    fc.property(scripts, fc.double({ min: 0.01, max: 100, noNaN: true }), (script, speed) => {
      const paced = atSpeed(script, speed);
      expect(paced.writes.map(({ atMs }) => atMs)).toEqual(script.writes.map(({ atMs }) => atMs / speed));
      expect({ ...paced, writes: paced.writes.map(({ bytes }) => bytes) }).toEqual({
        ...script,
        writes: script.writes.map(({ bytes }) => bytes),
      });
    }),
  );
});

test('an unpaced script has no times', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      expect(atSpeed(script, unpaced).writes.every(({ atMs }) => atMs === 0)).toBe(true);
    }),
  );
});
