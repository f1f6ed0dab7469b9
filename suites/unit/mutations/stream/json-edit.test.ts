import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/core/json.ts';
import { type JsonPath, textAt, valueAt } from '../../../../src/core/json-path.ts';
import { readEvents } from '../../../../src/mutations/stream/event-script.ts';
import { withValue } from '../../../../src/mutations/stream/json-edit.ts';
import { bodyScript } from '../../../support/streams/sample-scripts.ts';

function edited(json: string, path: JsonPath, value: JsonValue | undefined): string | undefined {
  const source = readEvents(bodyScript(json), 'openai-chat');
  const [event] = source.events;
  return event && withValue(source, event, path, value).data;
}

describe('editing the JSON of an event', () => {
  it('replaces a value in its place', () => {
    expect(edited('{"a":{"b":[1,{"c":2}]},"z":0}', ['a', 'b', 1, 'c'], 3)).toBe('{"a":{"b":[1,{"c":3}]},"z":0}');
  });

  it('adds a member, and the objects on the way to it', () => {
    expect(edited('{"a":{}}', ['a', 'b', 'c'], 1)).toBe('{"a":{"b":{"c":1}}}');
    expect(edited('{"a":null}', ['a', 'b'], 1)).toBe('{"a":{"b":1}}');
  });

  it('removes a member or an item', () => {
    expect(edited('{"a":1,"b":2}', ['a'], undefined)).toBe('{"b":2}');
    expect(edited('[1,2,3]', [1], undefined)).toBe('[1,3]');
  });

  it('keeps every other number digit for digit', () => {
    expect(edited('{"big":9007199254740993,"float":1.0,"a":0}', ['a'], 1)).toBe(
      '{"big":9007199254740993,"float":1.0,"a":1}',
    );
  });

  it('leaves what is no JSON, and what a path does not fit, alone', () => {
    expect(edited('[DONE', ['a'], 1)).toBe('[DONE');
    expect(edited('{"a":"text"}', ['a', 'b'], 1)).toBe('{"a":"text"}');
    expect(edited('{"a":[1]}', ['a', 'b'], 1)).toBe('{"a":[1]}');
  });

  it('finds values, and texts among them', () => {
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({ a: 1 }, ['a', 'b'])).toBeUndefined();
    expect([textAt({ a: 'x' }, ['a']), textAt({ a: 1 }, ['a']), textAt({ a: 'x' }, undefined)]).toEqual(['x', '', '']);
  });
});
