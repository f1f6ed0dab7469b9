import { describe, expect, it } from 'vitest';
import type { Ending, Header } from '../../../../src/core/exchange.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import type { Mode } from '../../../../src/core/route.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';

const ndjson: readonly Header[] = [['content-type', 'application/x-ndjson']];
const json: readonly Header[] = [['content-type', 'application/json; charset=utf-8']];

const line = (message: JsonObject, members: JsonObject = { done: false }): JsonObject => ({
  model: 'm',
  created_at: '2026-12-01T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  ...members,
});
const end = (reason: string, counts: JsonObject = {}): JsonObject =>
  line({}, { done: true, done_reason: reason, ...counts });
const call = (name: string, args: JsonObject): JsonObject => ({ function: { name, arguments: args } });

interface Given {
  readonly mode?: Mode;
  readonly status?: number;
  readonly headers?: readonly Header[];
  readonly ending?: Ending;
  /** Text behind the lines. */
  readonly tail?: string;
}

function read(lines: readonly JsonObject[], given: Given = {}): Reading {
  const { mode = 'stream', status = 200, headers = ndjson, ending = 'clean', tail = '' } = given;
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('') + tail;
  return readCapture('ollama-chat', mode, captureOf(Buffer.from(text), { status, headers, ending }));
}

const ids = ({ issues }: Reading): readonly string[] => issues.map(({ id }) => id);

describe('a stream of Ollama', () => {
  it('is text, thinking, and an end that says why and counts', () => {
    const { outcome, issues } = read([
      line({ content: '', thinking: 'Hm' }),
      line({ content: 'Good ' }),
      line({ content: 'day' }),
      end('length', { prompt_eval_count: 7, eval_count: 3 }),
    ]);
    expect(issues).toEqual([]);
    expect(outcome).toMatchObject({ integrity: 'complete', phase: 'completed', model: 'm' });
    expect(outcome.choices).toMatchObject([{ text: 'Good day', reasoning: 'Hm', finish: { kind: 'length' } }]);
    expect(outcome.usage).toMatchObject({
      input: { state: 'reported', value: 7 },
      output: { state: 'reported', value: 3 },
      total: { state: 'unknown' },
    });
  });

  it('does not know the input where a cached prompt was not counted', () => {
    const { usage } = read([line({ content: 'a' }), end('stop', { eval_count: 3 })]).outcome;
    expect(usage.input).toEqual({ state: 'unknown' });
    expect(usage.output).toEqual({ state: 'reported', value: 3 });
  });

  it('ends a turn of calls with a stop, and has no ids', () => {
    const { outcome, issues } = read([
      line({ tool_calls: [call('a', { x: 1 }), call('b', {})] }),
      line({ tool_calls: [call('a', { x: 2 })] }),
      end('stop'),
    ]);
    expect(issues).toEqual([]);
    const [choice] = outcome.choices;
    expect(choice?.finish).toMatchObject({ kind: 'tool_calls', raw: 'stop' });
    expect(choice?.tools.map(({ id, name, argumentsRaw }) => [id, name, argumentsRaw])).toEqual([
      ['', 'a', '{"x":1}'],
      ['', 'b', ''],
      ['', 'a', '{"x":2}'],
    ]);
    expect(choice?.tools.every(({ runnable }) => runnable)).toBe(true);
  });

  it('cut by the limit after a call ends with length', () => {
    const { outcome } = read([line({ tool_calls: [call('a', {})] }), end('length')]);
    expect(outcome.choices[0]?.finish).toMatchObject({ kind: 'length' });
  });

  it('may lack its last line feed', () => {
    const reading = read([line({ content: 'a' })], { tail: JSON.stringify(end('stop')) });
    expect(ids(reading)).toEqual([]);
    expect(reading.outcome.integrity).toBe('complete');
  });

  it.each<[string, readonly JsonObject[], Given, readonly string[], string]>([
    ['without an end', [line({ content: 'a' })], {}, ['terminal.missing'], 'no_end_marker'],
    ['without anything', [], {}, ['terminal.missing'], 'no_end_marker'],
    ['cut in a line', [line({ content: 'a' })], { tail: '{"model":"m","do' }, ['event.json', 'terminal.missing'], ''],
    ['with a line behind the end', [end('stop'), line({ content: 'a' })], {}, ['after-end.chunk'], ''],
    ['that ends twice', [end('stop'), end('stop')], {}, ['after-end.chunk'], ''],
    ['that ends without a reason', [line({}, { done: true })], {}, ['done.reason'], 'missing_finish_reason'],
    ['with a reason too early', [line({}, { done: false, done_reason: 'stop' }), end('stop')], {}, ['done.early'], ''],
    ['of two models', [line({}), { ...end('stop'), model: 'n' }], {}, ['constant/model'], ''],
    ['with a call without a name', [line({ tool_calls: [call('', {})] }), end('stop')], {}, ['call.need.name'], ''],
  ])('%s is told', (_, lines, given, expected, integrity) => {
    const reading = read(lines, given);
    expect(ids(reading)).toEqual(expected);
    expect(integrity === '' || reading.outcome.integrity === integrity).toBe(true);
  });

  it('fails with a line that is an error, which has no class', () => {
    const { outcome, issues } = read([line({ content: 'a' }), { error: 'the runner is gone' }]);
    expect(issues).toEqual([]);
    expect(outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      error: { class: 'unknown', message: 'the runner is gone' },
    });
    expect(outcome.choices[0]?.text).toBe('a');
  });

  it('is read the same under the label of a body, as the cloud labels it', () => {
    const { outcome, issues } = read([line({ content: 'a' }), end('stop')], { headers: json });
    expect(issues).toEqual([]);
    expect(outcome).toMatchObject({ integrity: 'complete', choices: [{ text: 'a' }] });
  });

  it('that comes as one document is read, and noted', () => {
    const reading = read([], { headers: json, tail: JSON.stringify(end('load')) });
    expect(reading.issues.map(({ id, level }) => [id, level])).toEqual([['event.body-in-stream', 'OBS']]);
    expect(reading.outcome.choices[0]?.finish).toMatchObject({ kind: 'unknown', raw: 'load' });
  });
});

describe('an error body of Ollama', () => {
  it.each([
    [400, 'bad_request'],
    [401, 'authentication'],
    [404, 'not_found'],
    [429, 'rate_limit'],
    [500, 'server'],
    [502, 'bad_gateway'],
    [503, 'overloaded'],
  ])('means by status %d %s', (status, meaning) => {
    const { outcome, issues } = read([], { status, headers: json, mode: 'body', tail: '{"error":"no"}' });
    expect(issues).toEqual([]);
    expect(outcome.error).toMatchObject({ class: meaning, message: 'no', status });
  });
});
