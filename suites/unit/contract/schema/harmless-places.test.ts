import { describe, expect, it } from 'vitest';
import { harmlessPlaces, isHarmless } from '../../../../src/contract/schema/harmless-places.ts';
import type { DialectId } from '../../../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../../../src/core/exchange.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { mustIssues } from '../../../../src/requirements/any/contract.ts';
import { dialectSamples } from '../../../support/dialects.generated.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';

/** A whole answer with one text replaced wherever it stands. */
function readWithout(dialect: DialectId, text: string | RegExp, by = ''): Reading {
  const whole = Buffer.from(joinChunks(dialectSamples[dialect].streams['one-tool'].writes)).toString('utf8');
  const broken = whole.replaceAll(text, by);
  expect(broken).not.toBe(whole);
  return readCapture(dialect, 'stream', captureOf(Buffer.from(broken)), { drift: false });
}

describe('a breach of a schema', () => {
  it.each<[string, DialectId, string | RegExp]>([
    ['an absent stop_sequence', 'anthropic-messages', '"stop_sequence":null,'],
    ['an absent time of creation', 'openai-chat', /"created":\d+,/g],
    ['an absent object', 'openai-chat', '"object":"chat.completion.chunk",'],
  ])('is a should where no reader misses what is wrong: %s', (_title, dialect, text) => {
    const reading = readWithout(dialect, text);
    expect(reading.issues.map(({ level }) => level)).toContain('OBS');
    expect(mustIssues(reading, 'events')).toEqual([]);
    expect(reading.outcome.integrity).toBe('complete');
  });

  it.each<[string, DialectId, string | RegExp, string]>([
    ['a block that does not say what it is', 'anthropic-messages', /"content_block":/g, '"other":'],
    ['a choice without its delta', 'openai-chat', /"delta":/g, '"other":'],
  ])('is a must where a reader loses something, and the answer is not whole: %s', (_title, dialect, text, by) => {
    const reading = readWithout(dialect, text, by);
    expect(mustIssues(reading, 'events')).not.toEqual([]);
    expect(reading.outcome.integrity).not.toBe('complete');
  });

  it('is known by event, place and keyword, at any position of a list', () => {
    const status = { instancePath: '/output/7/status', keyword: 'required', schemaPath: '' };
    expect(isHarmless('openai-responses', '$body', status)).toBe(true);
    expect(isHarmless('openai-responses', '$body', { ...status, keyword: 'enum' })).toBe(false);
    expect(isHarmless('openai-responses', 'response.completed', status)).toBe(false);
    expect(isHarmless('openai-responses', '$body', { ...status, instancePath: '/output/7/call_id' })).toBe(false);
  });

  it('is a must everywhere in a dialect that no reader was tried on', () => {
    expect(harmlessPlaces('dialect-to-come', 'chunk')).toEqual([]);
    expect(isHarmless('dialect-to-come', 'chunk', { instancePath: '/id', keyword: 'required', schemaPath: '' })).toBe(
      false,
    );
  });
});
