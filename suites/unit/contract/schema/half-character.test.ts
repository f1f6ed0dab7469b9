import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHalfCharacter } from '../../../../src/contract/schema/half-character.ts';
import { type DialectId, dialectIds } from '../../../../src/core/dialect-ids.generated.ts';
import { parseJson } from '../../../../src/core/json.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { dialectSamples } from '../../../support/dialects.generated.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';

describe('half of a character', () => {
  it('is found in any string of a document, and in no other document', () => {
    const strings = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud83d', '\ude00\ud83d', '\ud83d\ude00', '\\ud83d'),
    );
    fc.assert(
      fc.property(strings, strings, (key, text) => {
        const document = JSON.stringify({ list: [1, null, { [`k${key}`]: text }] });
        const parsed = parseJson(document);
        expect(parsed.ok && hasHalfCharacter(document, parsed.value)).toBe(
          !(key.isWellFormed() && text.isWellFormed()),
        );
      }),
    );
  });

  it.each(dialectIds)('has a class and a place in a stream of %s, and stays in its text', (dialect: DialectId) => {
    const stream = Buffer.concat(
      dialectSamples[dialect].streams['short-text'].writes.map(({ bytes }) => bytes),
    ).toString();
    const broken = stream.replace(/("(?:text|content|delta)":")(?=[A-Z])/, '$1\\ud83d');
    expect(broken).not.toBe(stream);
    const reading = readCapture(dialect, 'stream', captureOf(Buffer.from(broken)));
    const found = reading.issues.filter(({ id }) => id === 'event.half-character');
    expect(found).toHaveLength(1);
    const frame = reading.frames.findIndex(({ data }) => data.includes('\\ud83d'));
    expect(found[0]).toMatchObject({ level: 'OBS', frame, position: reading.frames[frame]?.span[0] });
    expect(reading.outcome.choices[0]?.text).toContain('\ud83d');
  });
});
