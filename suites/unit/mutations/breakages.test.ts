import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { readEvents } from '../../../src/mutations/stream/event-script.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { dataOf, dispatched, mutate, readScript, reasonAgainst, textOf } from '../../support/triangle/mutate.ts';

const messages = dialectSamples['anthropic-messages'].streams;
const chat = dialectSamples['openai-chat'].streams;

function failedStream(dialect: DialectId, count: number) {
  const { serverError, streams } = dialectSamples[dialect];
  return mutate('error-event', streams['short-text'], dialect, { label: `${serverError}@${count}` });
}

describe.each(dialectIds)('false endings of %s', (dialect) => {
  const sample = dialectSamples[dialect].streams['short-text'];

  it('turns a stream that was cut into a success', () => {
    const cut = mutate('cut-fin', sample, dialect, { label: '3' });
    const script = mutate('invent-terminal', cut, dialect);
    const { outcome } = readScript(script, dialect);
    expect([outcome.integrity, outcome.choices[0]?.finish?.kind, script.ending]).toEqual(['complete', 'stop', 'clean']);
    expect(reasonAgainst('invent-terminal', sample, dialect)).toBe('it ends as a success anyway');
  });

  it('turns an error into a success, at any event', () => {
    for (let count = 1; count < dataOf(sample).length; count += 1) {
      for (const id of ['invent-terminal', 'swallow-error'] as const) {
        const { outcome } = readScript(mutate(id, failedStream(dialect, count), dialect), dialect);
        expect([id, count, outcome.integrity, outcome.error]).toEqual([id, count, 'complete', undefined]);
      }
    }
  });

  it('does not take an end marker behind an error for a success', () => {
    const failed = failedStream(dialect, 2);
    const marked = {
      ...failed,
      writes: [...failed.writes, ...sample.writes.slice(-1).map(({ bytes }) => ({ atMs: 50, bytes }))],
    };
    expect(readScript(mutate('swallow-error', marked, dialect), dialect).outcome.integrity).toBe('complete');
    expect(readScript(mutate('invent-terminal', marked, dialect), dialect).outcome.error).toBeUndefined();
    expect(reasonAgainst('cut-eof', marked, dialect)).toBe('it does not end as a success');
  });

  it('makes an empty success of an error that came first', () => {
    const { outcome } = readScript(mutate('swallow-error', failedStream(dialect, 0), dialect), dialect);
    expect(outcome.phase).toBe('completed');
    expect(outcome.choices.map(({ text }) => text).join('')).toBe('');
    expect(reasonAgainst('swallow-error', sample, dialect)).toBe('it has no error event');
  });

  it('ends quietly after the last content', () => {
    const script = mutate('quiet-close', sample, dialect);
    const { outcome } = readScript(script, dialect);
    expect([outcome.integrity, outcome.choices[0]?.finish, outcome.choices[0]?.text]).toEqual([
      'no_end_marker',
      undefined,
      'Good morning.',
    ]);
    expect(reasonAgainst('quiet-close', script, dialect)).toContain('no terminal and no error');
  });

  it('ends quietly instead of reporting an error', () => {
    const { outcome } = readScript(mutate('quiet-close', failedStream(dialect, 2), dialect), dialect);
    expect([outcome.integrity, outcome.error]).toEqual(['no_end_marker', undefined]);
  });

  it('never ends', () => {
    const script = mutate('never-ends', sample, dialect);
    expect(script.ending).toBe('stall');
    expect(dataOf(script)).toEqual(dataOf(sample).slice(0, -1));
  });

  it('sends the terminal twice', () => {
    const script = mutate('second-terminal', sample, dialect);
    // Where events have numbers, the second one has its own.
    const last = dataOf(script)
      .slice(-2)
      .map((data) => data.replace(/"sequence_number":\d+,/, ''));
    expect(last).toEqual(
      Array(2).fill(
        dataOf(sample)
          .at(-1)
          ?.replace(/"sequence_number":\d+,/, ''),
      ),
    );
  });

  it('sends text behind the terminal', () => {
    const script = mutate('delta-after-terminal', sample, dialect);
    expect(dataOf(script)).toHaveLength(dataOf(sample).length + 1);
    expect(dataOf(script).at(-1)).toContain('behind the end');
    // Where a finish reason is all there is, an answer may go on after it.
    const late = dialectSamples[dialect].terminal === 'repeatable' ? ' (relaycert: behind the end)' : '';
    expect(readScript(script, dialect).outcome.choices[0]?.text).toBe(`Good morning.${late}`);
  });

  it('leaves half an event behind the last one', () => {
    const script = mutate('framing-residual', sample, dialect);
    expect(dispatched(script)).toEqual(dispatched(sample));
    // Where readers take the last line without its line feed, they are given half of one.
    const isGiven = loadContract(dialect).contract.wire.tail === 'dispatched';
    expect(readScript(script, dialect).outcome.integrity).toBe(isGiven ? 'protocol_error' : 'buffer_residual');
  });
});

describe.each(dialectIds)('damaged events of %s', (dialect) => {
  const sample = dialectSamples[dialect].streams.unicode;
  const places = readEvents(sample, dialect).events.map(dialects[dialect].places.read);
  const textIn = (script: ReturnType<typeof mutate>) => readScript(script, dialect).outcome.choices[0]?.text ?? '';

  it('alters one character, a whole one', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const before = [...textIn(sample)];
      const after = [...textIn(mutate('text-altered', sample, dialect, { seed }))];
      expect(after).toHaveLength(before.length);
      expect(after.filter((character, index) => character !== before[index])).toHaveLength(1);
    }
  });

  it('doubles one delta', () => {
    const text = textIn(mutate('text-doubled', sample, dialect));
    expect(text.length).toBeGreaterThan(textIn(sample).length);
    expect(readScript(mutate('text-doubled', sample, dialect), dialect).outcome.integrity).toBe('complete');
  });

  it('changes the id in the middle', () => {
    if (places.every(({ id }) => id === undefined)) {
      expect(reasonAgainst('id-changed', sample, dialect)).toBe('its events have no id');
      return;
    }
    const { issues } = readScript(mutate('id-changed', sample, dialect), dialect);
    expect(issues.filter(({ topic }) => topic === 'identity')).not.toHaveLength(0);
  });

  it('loses a required field', () => {
    if (places.every(({ required }) => required === undefined)) {
      expect(reasonAgainst('event-schema-broken', sample, dialect)).toContain('no event with a required field');
      return;
    }
    const { issues } = readScript(mutate('event-schema-broken', sample, dialect), dialect);
    expect(issues.filter(({ level }) => level !== 'TOL').map(({ topic }) => topic)).toEqual(['events']);
  });

  it('cuts the data of one event in half, inside its frame', () => {
    const { issues, frames } = readScript(mutate('invalid-json-event', sample, dialect), dialect);
    expect(frames).toHaveLength(dispatched(sample).length);
    expect(issues.map(({ id }) => id)).toContain('event.json');
  });
});

describe('damage that only one dialect can take', () => {
  it('leaves the event line of one event out', () => {
    const script = mutate('event-line-dropped', messages['short-text'], 'anthropic-messages');
    expect(dataOf(script)).toEqual(dataOf(messages['short-text']));
    expect(dispatched(script).filter(({ event }) => event === undefined)).toHaveLength(1);
    expect(reasonAgainst('event-line-dropped', chat['short-text'], 'openai-chat')).toContain('no event lines');
  });

  it('begins blocks, or tool calls, at index 1', () => {
    expect(textOf(mutate('block-gap', messages['short-text'], 'anthropic-messages'))).toBe(
      textOf(messages['short-text']).replaceAll('"index":0', '"index":1'),
    );
    const shifted = textOf(mutate('block-gap', chat['one-tool'], 'openai-chat'));
    expect(shifted.match(/"tool_calls":\[\{"index":1/g)).toHaveLength(3);
    expect(shifted).not.toContain('"choices":[{"index":1');
    expect(reasonAgainst('block-gap', chat['short-text'], 'openai-chat')).toContain('no blocks or tool calls');
  });
});
