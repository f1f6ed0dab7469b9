import { describe, expect, it } from 'vitest';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { toolFragmentsOf, toolReaderNames, toolReaders } from '../../src/outcome/tool-readers.ts';
import { corpusFolder, corpusRows } from '../support/corpus/corpus.ts';
import { isFirstParty } from '../support/corpus/dialects.ts';
import { corpusCapture, factsOf } from '../support/streams/law-streams.ts';

describe.skipIf(corpusFolder() === undefined).each(['anthropic-messages', 'openai-chat', 'openai-responses'] as const)(
  'tool calls that the provider of %s streamed (needs ../shared/corpus)',
  (dialect) => {
    it('are the same calls for every reader', () => {
      let calls = 0;
      for (const row of corpusRows().filter((row) => row.dialect === dialect && row.stream && isFirstParty(row))) {
        const reading = readCapture(dialect, 'stream', corpusCapture(row), { facts: factsOf(row) });
        const fragments = toolFragmentsOf(reading);
        const expected = toolReaders['latch-first'](fragments);
        for (const name of toolReaderNames) {
          expect(toolReaders[name](fragments), `${row.file} by ${name}`).toEqual(expected);
        }
        calls += expected.length;
      }
      expect(calls).toBeGreaterThan(10);
      console.info(`${dialect}: ${calls} streamed tool calls of the provider, the same for every reader`);
    });
  },
);
