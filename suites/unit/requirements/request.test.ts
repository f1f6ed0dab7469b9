import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { NeutralRequest, ToolChoice, Turn } from '../../../src/core/scenario.ts';
import { requirements } from '../../../src/requirements/relay/request.ts';
import { script } from '../../support/exchange/upstream-case.ts';
import { offlineEvidence } from '../../support/triangle/offline-triangle.ts';

/** The verdicts of the request requirements when the relay changes this of what it is asked, and drops the tool choice. */
function judged(
  asked: Partial<NeutralRequest>,
  passed: Partial<NeutralRequest>,
  keepsChoice = true,
  upstream: DialectId = 'anthropic-messages',
): ReadonlyMap<string, string> {
  const request: NeutralRequest = {
    model: 'm',
    stream: true,
    turns: [{ role: 'user', text: 'hi' }],
    tools: [],
    includeUsage: true,
    choices: 1,
    ...asked,
  };
  const evidence = offlineEvidence({
    client: 'openai-chat',
    upstream,
    mode: 'stream',
    request,
    script: script(['data: {}\n\n']),
  });
  const { toolChoice: _, ...withoutChoice } = request;
  const kept = keepsChoice ? request : withoutChoice;
  const attempts = evidence.attempts.map((attempt) => ({ ...attempt, request: { ...kept, ...passed } }));
  const seen: Evidence = { ...evidence, request, attempts };
  return new Map(
    requirements.map((requirement) => [
      requirement.id,
      requirement.subject === 'exchange' ? requirement.check(seen).result : 'none',
    ]),
  );
}

const tools = (parameters: JsonObject): Partial<NeutralRequest> => ({ tools: [{ name: 'look', parameters }] });
const seats = { type: 'array', items: { type: 'object', properties: { row: { type: 'integer', minimum: 1 } } } };

describe('a tool schema', () => {
  const closed = {
    type: 'object',
    properties: { seats: { ...seats, items: { ...seats.items, additionalProperties: false } } },
    required: ['seats'],
    additionalProperties: false,
  };

  test.each([
    [
      'that is open where it was closed, at any depth',
      { ...closed, properties: { seats }, additionalProperties: true },
    ],
    ['with empty definitions', { ...closed, $defs: {} }],
  ])('%s still shows the tool, though not its whole schema', (_, schema) => {
    const verdicts = judged(tools(closed), tools(schema));
    expect(verdicts.get('relay/request/tools')).toBe('pass');
    expect(verdicts.get('relay/request/tool-schema')).toBe('breach');
  });

  test('requires the same in another order, and nothing where something empty says so', () => {
    const two = { type: 'object', properties: { a: {}, b: {} } };
    const verdict = (asked: JsonObject, passed: JsonObject) =>
      judged(tools(asked), tools(passed)).get('relay/request/tools');
    expect(verdict(two, { ...two, required: [] })).toBe('pass');
    expect(verdict({ type: 'object', properties: {} }, { type: 'object' })).toBe('pass');
    expect(verdict({ ...two, required: ['a', 'b'] }, { ...two, required: ['b', 'a'] })).toBe('pass');
    expect(verdict({ ...two, required: ['a', 'b'] }, { ...two, required: ['a'] })).toBe('breach');
  });

  test.each([
    ['a property', { ...closed, properties: {} }],
    ['a limit inside a property', { ...closed, properties: { seats: { type: 'array', items: { type: 'object' } } } }],
    ['what it requires', { ...closed, required: [] }],
    ['its type', { properties: closed.properties, required: closed.required }],
  ])('that lost %s is another one', (_, schema) => {
    expect(judged(tools(closed), tools(schema)).get('relay/request/tools')).toBe('breach');
  });

  test('may have a property of the name of a keyword', () => {
    const named = { type: 'object', properties: { additionalProperties: { type: 'string' } } };
    expect(judged(tools(named), tools({ type: 'object', properties: {} })).get('relay/request/tools')).toBe('breach');
  });
});

describe('tools that may not be called', () => {
  const asked = (toolChoice: ToolChoice): Partial<NeutralRequest> => ({ ...tools({ type: 'object' }), toolChoice });
  const dropped = { tools: [] };
  const ids = ['relay/request/tools', 'relay/request/tool-schema', 'relay/request/tool-choice'];

  test('may be left out together with the choice: the model cannot call them either way', () => {
    const verdicts = judged(asked({ mode: 'none' }), dropped, false);
    expect(ids.map((id) => verdicts.get(id))).not.toContain('breach');
  });

  test('may not be left out when they may be called, or when Anthropic would refuse the turns that have used them', () => {
    const used: Turn[] = [
      { role: 'user', text: 'hi' },
      { role: 'assistant', text: '', tools: [{ id: '1', name: 'look', arguments: '{}' }] },
      { role: 'tool', id: '1', result: 'x' },
    ];
    const left = (upstream: DialectId) =>
      judged({ ...asked({ mode: 'none' }), turns: used }, dropped, false, upstream).get('relay/request/tools');
    expect(left('anthropic-messages')).toBe('breach');
    expect(left('gemini-generate')).toBe('pass');
    expect(judged(asked({ mode: 'auto' }), dropped, false).get('relay/request/tools')).toBe('breach');
  });

  test('may not be called all of a sudden', () => {
    const verdicts = judged(asked({ mode: 'none' }), {}, false);
    expect(verdicts.get('relay/request/tool-choice')).toBe('breach');
  });
});

describe('a turn of the assistant with a text and a call', () => {
  const call = { id: '1', name: 'look', arguments: '{}' };
  const whole: Turn = { role: 'assistant', text: 'I look.', tools: [call] };
  const [text, calls]: Turn[] = [
    { ...whole, tools: [] },
    { ...whole, text: '' },
  ];
  const around = (...middle: (Turn | undefined)[]): Partial<NeutralRequest> => ({
    turns: [
      { role: 'user', text: 'hi' },
      ...middle.filter((turn) => turn !== undefined),
      { role: 'tool', id: '1', result: 'x' },
    ],
  });

  test.each([
    ['as two turns', around(text, calls), { turns: 'pass', 'turn-borders': 'breach' }],
    ['whole', around(whole), { turns: 'pass', 'turn-borders': 'pass' }],
    ['without its text', around(calls), { turns: 'breach', 'turn-borders': 'pass' }],
    ['without its call', around(text), { turns: 'breach', 'turn-borders': 'pass' }],
  ])('that reaches the upstream %s', (_, passed, expected) => {
    const verdicts = judged(around(whole), passed);
    expect({
      turns: verdicts.get('relay/request/turns'),
      'turn-borders': verdicts.get('relay/request/turn-borders'),
    }).toEqual(expected);
  });
});

describe('the result of a tool call', () => {
  const turns = (result: string): Partial<NeutralRequest> => ({
    turns: [
      { role: 'user', text: 'hi' },
      { role: 'tool', id: '1', result },
    ],
  });
  const verdict = (asked: string, passed: string) => judged(turns(asked), turns(passed)).get('relay/request/turns');

  test.each(['output', 'result', 'content'])('may travel in the object that Gemini wants: {"%s": …}', (name) => {
    expect(verdict('12 degrees', JSON.stringify({ [name]: '12 degrees' }))).toBe('pass');
    expect(verdict('{"a":1}', JSON.stringify({ [name]: '{"a":1}' }))).toBe('pass');
  });

  test('may be written with other white space where it is JSON, not with other numbers', () => {
    expect(verdict('{"a": 1.0, "b": 9007199254740993}', '{"b":9007199254740993,"a":1.0}')).toBe('pass');
    expect(verdict('{"b": 9007199254740993}', '{"b":9007199254740992}')).toBe('breach');
  });

  test('is another one with another text', () => {
    expect(verdict('12 degrees', '{"output":"13 degrees"}')).toBe('breach');
    expect(verdict('12 degrees', '{"degrees":"12 degrees"}')).toBe('breach');
    expect(verdict('12 degrees', '')).toBe('breach');
  });
});
