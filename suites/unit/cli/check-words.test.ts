import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isListedWord, shownWord } from '../../../src/contract/listed-words.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../../src/core/exchange.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { captureOf } from '../../support/streams/law-streams.ts';
import { streamHeaders } from '../../support/streams/stream-bytes.ts';

/** What a relay may write into a word of the protocol. */
const secret = 'my password is hunter2';

async function everythingSaid(dialect: DialectId, text: string): Promise<string> {
  const file = join(temporaryFolder(), 'answer.txt');
  writeFileSync(file, text);
  const flags = ['check', file, '--dialect', dialect];
  const runs = await Promise.all([runHere([...flags, '--verbose']), runHere([...flags, '--json'])]);
  return runs.map(({ out, err }) => out + err).join('\n');
}

describe.each(dialectIds)('what check says of %s', (dialect) => {
  const { streams, errorBody } = dialectSamples[dialect];
  const text = Buffer.from(joinChunks(streams['short-text'].writes)).toString('utf8');

  test.each(['finish', 'model'] as const)('holds no word of the stream that no contract lists: %s', async (what) => {
    const { outcome } = readCapture(
      dialect,
      'stream',
      captureOf(Buffer.from(text), { headers: streamHeaders(dialect) }),
    );
    const word = what === 'model' ? outcome.model : outcome.choices[0]?.finish?.raw;
    const changed = text.replaceAll(`"${word}"`, JSON.stringify(secret));
    expect(changed).toContain(secret);
    expect(await everythingSaid(dialect, changed)).not.toContain('hunter2');
  });

  test('holds no word of an error that no contract lists', async () => {
    const words = /"(type|code|status|error)": ?("[^"]*"|null|\d+)/g;
    const changed = errorBody.replaceAll(words, (whole, key, value) =>
      value === '"error"' ? whole : `"${key}":${JSON.stringify(secret)}`,
    );
    expect(changed).toContain(secret);
    expect(await everythingSaid(dialect, changed)).not.toContain('hunter2');
  });

  test('shows every word that its contract lists', () => {
    const { finish, errors } = loadContract(dialect).contract;
    for (const word of [...Object.keys(finish.read), ...Object.keys(errors.byType), ...Object.keys(errors.byCode)]) {
      expect(shownWord(word, 'unknown')).toBe(word);
    }
  });
});

describe('a word that no contract lists', () => {
  test('is never shown, not even in part', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (word) => {
        fc.pre(!isListedWord(word) && !/^[\w ,()]+$/.test(word));
        expect(shownWord(word, 'server')).toMatch(/^server \(\d+ characters?, [0-9a-f]{12}\)$/);
      }),
    );
  });
});
