import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareFacts, hasDrifted } from '../../../scripts/sdk-drift/compare.ts';
import type { Facts } from '../../../scripts/sdk-drift/comparison.ts';
import { schemaShape } from '../../../scripts/sdk-drift/schema-shape.ts';
import { openSdkTypes } from '../../../scripts/sdk-drift/sdk-files.ts';
import { pathsOf, tagsOf } from '../../../scripts/sdk-drift/shape.ts';
import { HarnessFault } from '../../../src/core/fault.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** The types of an SDK whose package holds these files. */
function typesOf(files: Readonly<Record<string, string>>) {
  const modules = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    const file = join(modules, 'sdk', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return openSdkTypes(modules);
}

const sdk = {
  'answer.d.ts': `
    import * as Shared from './shared.js';
    import * as Self from './answer.js';
    import { Colour as Hue } from './shared.js';
    export type Event = Start | (Self.Stop | null);
    export interface Start extends Shared.Base { type: 'start'; note?: Start.Note | null; colours: Array<Hue>; }
    export declare namespace Start {
      interface Note { text: string; of?: Note; kind: 'long' | 'short' | (string & {}) }
    }
    export interface Stop { type: 'stop'; reason: Reason | undefined; }
    export declare enum Reason { DONE = "done", OTHER = "other" }
    export interface Broken { of: Missing; }
  `,
  'shared.d.ts': `
    export { Colour } from './deep/colour.js';
    export declare class Base { 'id': string; when: Date; method(): void; }
  `,
  'deep/colour.d.ts': `export type Colour = 'red' | 'green';`,
};

describe('the types of an SDK', () => {
  test('are followed through unions, aliases, namespaces, imports, re-exports, base classes and lists', () => {
    const shape = typesOf(sdk).shape('sdk/answer.d.ts#Event');
    expect(tagsOf(shape)).toEqual(['start', 'stop']);
    expect(pathsOf(shape).toSorted()).toEqual([
      '[start]',
      '[start]/colours',
      '[start]/colours=green',
      '[start]/colours=red',
      '[start]/id',
      '[start]/note',
      '[start]/note/kind',
      '[start]/note/kind=long',
      '[start]/note/kind=short',
      '[start]/note/of',
      '[start]/note/text',
      '[start]/when',
      '[stop]',
      '[stop]/reason',
      '[stop]/reason=done',
      '[stop]/reason=other',
    ]);
  });

  test('are read below a member', () => {
    expect(typesOf(sdk).shape('sdk/answer.d.ts#Event.reason').words).toEqual(['done', 'other']);
  });

  test.each([
    ['a type that is not there', 'sdk/answer.d.ts#Nothing', /has no type Nothing/],
    ['a file that is not there', 'sdk/nothing.d.ts#Event', /has no such file/],
  ])('%s is a fault, never an empty answer', (_what, place, message) => {
    expect(() => typesOf(sdk).shape(place)).toThrow(HarnessFault);
    expect(() => typesOf(sdk).shape(place)).toThrow(message);
  });

  test('a name that is declared nowhere is a fault', () => {
    expect(() => pathsOf(typesOf(sdk).shape('sdk/answer.d.ts#Broken'))).toThrow(/refers to Missing/);
  });

  test('an SDK that is not installed is a fault', () => {
    expect(() => typesOf(sdk).version('nothing')).toThrow(/not installed/);
  });
});

describe('the schemas of a contract', () => {
  const documents = {
    event: {
      $defs: {
        Stop: {
          type: 'object',
          properties: { type: { const: 'stop' }, reason: { type: 'string', 'x-enum': ['done', 'other'] } },
        },
        Any: {
          type: 'object',
          properties: { type: { type: 'string' } },
          anyOf: [{ oneOf: [{ $ref: '#/$defs/Stop' }] }, { properties: { type: { not: { enum: ['stop'] } } } }],
        },
        List: { type: 'array', items: { $ref: 'other.schema.json#/$defs/Item' } },
      },
    },
    other: {
      $defs: { Item: { type: 'object', properties: { type: { enum: ['a', 'b'] }, size: { type: 'integer' } } } },
    },
  };

  test('are read in the same words as types; what a union excludes is no word of it', () => {
    expect(pathsOf(schemaShape(documents, 'event#Any'))).toEqual([
      '[stop]',
      '[stop]/reason',
      '[stop]/reason=done',
      '[stop]/reason=other',
    ]);
  });

  test('are followed into other files; one object with two tags is one for each', () => {
    expect(pathsOf(schemaShape(documents, 'event#List'))).toEqual(['[a]', '[b]', '[a]/size', '[b]/size']);
  });

  test('have nothing where a definition is gone', () => {
    expect(pathsOf(schemaShape(documents, 'event#Gone'))).toEqual([]);
  });
});

describe('the comparison', () => {
  const paths = (sdkPaths: readonly string[], contractPaths: readonly string[]): readonly Facts[] => [
    { kind: 'payload', direction: 'both', form: 'paths', sdk: sdkPaths, contract: contractPaths },
  ];
  const drift = (facts: readonly Facts[]) =>
    compareFacts(facts, []).kinds.flatMap(({ differences }) => differences.map(({ side, name }) => `${side} ${name}`));

  test('reports the topmost of what is missing, not all that stands below it', () => {
    expect(drift(paths(['a', 'a/b', 'a/b/c', 'a/b=x', 'd', 'd/e'], ['d', 'd/f']))).toEqual([
      'sdk a',
      'sdk d/e',
      'contract d/f',
    ]);
  });

  test('reports a new tag of a union and a new word of an enumeration', () => {
    expect(drift(paths(['a', 'a[x]', 'a[y]', 'a[y]/z', 'b', 'b=1', 'b=2'], ['a', 'a[x]', 'b', 'b=1']))).toEqual([
      'sdk a[y]',
      'sdk b=2',
    ]);
  });

  test('asks nothing below what the other side leaves open', () => {
    expect(drift(paths(['a', 'a/b', 'a/b/c', 'd', 'd=x'], ['a', 'd']))).toEqual([]);
  });

  test('asks for the members of an object that the other side names by its tag alone', () => {
    expect(drift(paths(['[a]', '[a]/b'], ['[a]']))).toEqual(['sdk [a]/b']);
  });

  test('has drifted when something differs without a reason, or a listed reason matches no difference', () => {
    const facts: readonly Facts[] = [
      { kind: 'word', direction: 'both', form: 'words', sdk: ['a'], contract: ['a', 'b'] },
    ];
    const reason = 'a good reason';
    const listed = { kind: 'word', side: 'contract', names: ['b'], reason } as const;
    expect(hasDrifted(compareFacts(facts, []))).toBe(true);
    expect(hasDrifted(compareFacts(facts, [listed]))).toBe(false);
    expect(hasDrifted(compareFacts(facts, [{ ...listed, names: ['b', 'c'] }]))).toBe(true);
    expect(hasDrifted(compareFacts(facts, [{ ...listed, side: 'sdk' }]))).toBe(true);
  });

  test('asks one side only where that is what is asked', () => {
    const words = { kind: 'word', form: 'words', sdk: ['a', 'b'], contract: ['b', 'c'] } as const;
    expect(drift([{ ...words, direction: 'contract-in-sdk' }])).toEqual(['contract c']);
    expect(drift([{ ...words, direction: 'sdk-in-contract' }])).toEqual(['sdk a']);
  });
});
