import { describe, expect, it } from 'vitest';
import {
  compilePointer,
  compileSource,
  isEmpty,
  isGiven,
  pointerPath,
} from '../../../../src/contract/grammar/pointer.ts';
import type { JsonValue } from '../../../../src/core/json.ts';

describe('a JSON pointer', () => {
  const node: JsonValue = { a: { b: [{ c: 1 }, 2], 'x/y': 3, 'm~n': 4, '': 5, '0': 6 }, empty: null, zero: 0 };

  it.each([
    ['', node],
    ['/a/b/0/c', 1],
    ['/a/b/1', 2],
    ['/a/x~1y', 3],
    ['/a/m~0n', 4],
    ['/a/', 5],
    ['/a/0', 6],
    ['/empty', null],
    ['/zero', 0],
  ])('%s leads to its value', (pointer, expected) => {
    expect(compilePointer(pointer)(node)).toEqual(expected);
  });

  it.each(['/b', '/a/b/2', '/a/b/-1', '/a/b/length', '/a/c/d/e', '/empty/x', '/zero/x', '/a/b/0/c/d'])(
    '%s leads nowhere',
    (pointer) => {
      expect(compilePointer(pointer)(node)).toBeUndefined();
    },
  );

  it.each(['/toString', '/constructor/name', '/__proto__', '/a/hasOwnProperty', '/a/__proto__/x'])(
    '%s does not find what every object inherits',
    (pointer) => {
      expect(compilePointer(pointer)(node)).toBeUndefined();
    },
  );

  it('finds a member that is called like something inherited', () => {
    const odd: JsonValue = Object.fromEntries([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ]);
    expect(compilePointer('/__proto__/x')(odd)).toBe(1);
    expect(compilePointer('/constructor')(odd)).toBe(2);
  });

  it.each([null, 7, 'text', true, [], {}])('never throws on %j', (value) => {
    for (const pointer of ['', '/a', '/a/b', '/0/a/b']) {
      expect(() => compilePointer(pointer)(value)).not.toThrow();
    }
  });

  it('unescapes ~1 before ~0', () => {
    expect(pointerPath('/a~01b/c~1d')).toEqual(['a~1b', 'c/d']);
    expect(pointerPath('')).toEqual([]);
    expect(pointerPath('/')).toEqual(['']);
  });
});

describe('a source of several places', () => {
  it('is the first one that is given', () => {
    const read = compileSource(['/new', '/old']);
    expect(read({ new: 'a', old: 'b' })).toBe('a');
    expect(read({ new: '', old: 'b' })).toBe('b');
    expect(read({ new: null, old: 0 })).toBe(0);
    expect(read({})).toBeUndefined();
  });

  it('is the place itself, given or not, where there is but one', () => {
    expect(compileSource('/a')({ a: '' })).toBe('');
    expect(compileSource('/a')({ a: null })).toBeNull();
  });
});

describe('what counts as a value', () => {
  it.each<[JsonValue | undefined, boolean, boolean]>([
    [undefined, false, true],
    [null, false, true],
    ['', false, true],
    [0, true, true],
    [[], true, true],
    [{}, true, true],
    [false, true, false],
    [' ', true, false],
    [-1, true, false],
    [[null], true, false],
    [{ a: null }, true, false],
  ])('%j: given %s, empty %s', (value, given, empty) => {
    expect(isGiven(value)).toBe(given);
    expect(isEmpty(value)).toBe(empty);
  });
});
