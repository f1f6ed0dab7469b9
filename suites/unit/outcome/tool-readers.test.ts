import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import type { ToolFragment } from '../../../src/dialects/tool-fragment.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { toolFragmentsOf, toolReaderNames, toolReaders } from '../../../src/outcome/tool-readers.ts';
import { captureOf, ownRecordings, recordedCapture } from '../../support/streams/law-streams.ts';

/** One call as OpenAI streams it: its identity first, then nothing but arguments. */
const opening: ToolFragment = { choice: 0, index: 0, id: 'call_1', name: 'get_weather', arguments: '' };

const call = { choice: 0, id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' };

describe('readers of tool deltas', () => {
  it.each(toolReaderNames)('come to the same calls where identity is said once: %s', (name) => {
    const pieces = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.string()));
    fc.assert(
      fc.property(pieces, (deltas) => {
        const openings = [0, 1, 2].map((index) => ({ choice: 0, index, id: `call_${index}`, name: `tool_${index}` }));
        const fragments = deltas.map(([index, text]) => ({ choice: 0, index, arguments: text }));
        const expected = openings.map(({ choice, index, id, name: tool }) => ({
          choice,
          id,
          name: tool,
          arguments: deltas.flatMap(([at, text]) => (at === index ? [text] : [])).join(''),
        }));
        expect(toolReaders[name]([...openings, ...fragments])).toEqual(expected);
      }),
    );
  });

  it('append a name that is said again, where they append', () => {
    const again = { choice: 0, index: 0, name: 'get_weather', arguments: call.arguments };
    expect(toolReaders['append-name']([opening, again])).toEqual([{ ...call, name: 'get_weatherget_weather' }]);
    expect(toolReaders['latch-first']([opening, again])).toEqual([call]);
    expect(toolReaders['spread-merge']([opening, again])).toEqual([call]);
    expect(toolReaders['id-keyed']([opening, again])).toEqual([call]);
  });

  it.each([null, ''])('lose what %j overwrites, where the last word wins', (id) => {
    const emptied = { choice: 0, index: 0, id, arguments: call.arguments };
    expect(toolReaders['spread-merge']([opening, emptied])).toEqual([{ ...call, id: '' }]);
    expect(toolReaders['append-name']([opening, emptied])).toEqual([call]);
    expect(toolReaders['latch-first']([opening, emptied])).toEqual([call]);
    expect(toolReaders['id-keyed']([opening, emptied])).toEqual([call]);
  });

  it('keep an empty name that came first, where the first word wins', () => {
    const late = { choice: 0, index: 0, name: 'get_weather', arguments: call.arguments };
    const fragments = [{ ...opening, name: '' }, late];
    expect(toolReaders['latch-first'](fragments)).toEqual([{ ...call, name: '' }]);
    expect(toolReaders['append-name'](fragments)).toEqual([call]);
  });

  it('make two calls of two ids on one index, where they go by id', () => {
    const second = { choice: 0, index: 0, id: 'call_2', name: 'get_time', arguments: '{}' };
    expect(toolReaders['id-keyed']([opening, second])).toHaveLength(2);
    expect(toolReaders['latch-first']([opening, second])).toHaveLength(1);
  });

  it('take a text that came whole only where no piece of it came', () => {
    const whole = { choice: 0, index: 0, whole: call.arguments };
    expect(toolReaders['latch-first']([opening, whole])).toEqual([call]);
    const piece = { choice: 0, index: 0, arguments: call.arguments };
    expect(toolReaders['latch-first']([opening, piece, whole])).toEqual([call]);
  });

  it.each(
    ownRecordings
      .filter(({ mode, traits }) => mode === 'stream' && traits?.includes('tool-identity-repeated') !== true)
      .map((recording) => [recording.dialect, recording.name, recording] as const),
  )('agree with the contract on the recording %s/%s', (dialect, _, recording) => {
    const reading = readCapture(dialect, 'stream', recordedCapture(recording), { facts: recording.facts });
    const fragments = toolFragmentsOf(reading);
    const expected = reading.outcome.choices.flatMap(({ index, tools }) =>
      tools.map(({ id, name, argumentsRaw }) => ({ choice: index, id, name, arguments: argumentsRaw })),
    );
    for (const name of toolReaderNames) {
      expect(toolReaders[name](fragments)).toEqual(dialects[dialect].toolFragments === undefined ? [] : expected);
    }
  });

  it('never throw on payloads that are no objects, or of another form', () => {
    const odd = [
      'null',
      '[]',
      '{"choices":[null,{"delta":{"tool_calls":[null,{"index":"a","function":7}]}}]}',
      'no json',
    ];
    for (const dialect of ['anthropic-messages', 'openai-chat', 'openai-responses'] as const) {
      const bytes = new TextEncoder().encode(odd.map((data) => `data: ${data}\n\n`).join(''));
      const fragments = toolFragmentsOf(readCapture(dialect, 'stream', captureOf(bytes), {}));
      for (const name of toolReaderNames) {
        expect(() => toolReaders[name](fragments)).not.toThrow();
      }
    }
  });
});
