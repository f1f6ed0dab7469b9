import { describe, expect, it } from 'vitest';
import { contractBook } from '../../support/contract/contract-book.ts';
import { type Keyword, schemaLanguage, typedLanguage } from '../../support/contract/contract-keywords.ts';

const typed = typedLanguage();
const schema = schemaLanguage();
/** Names its schema, for editors; a reader of contracts has no use for it. */
const forEditors = '$schema';

/** The tables of the book that list keywords, by the object that their first cell names. */
const tables = new Map<string, Keyword[]>();
let table: Keyword[] | undefined;
for (const { cells } of contractBook().rows) {
  const [name = '', value = '', meaning = ''] = cells;
  if (meaning === 'meaning' && value === 'value') {
    table = [];
    tables.set(unmarked(name), table);
  } else if (cells.length === 3 && !name.startsWith('---')) {
    table?.push({ name: unmarked(name), required: name.startsWith('**'), meaning });
  } else if (!name.startsWith('---')) {
    table = undefined;
  }
}

function unmarked(cell: string): string {
  return cell.replaceAll(/[*`]/g, '');
}

describe('the keywords of the contract language', () => {
  it('are those of the types: same objects, same order, same words', () => {
    expect([...schema.keys()].toSorted()).toEqual([...typed.keys()].toSorted());
    for (const [object, keywords] of typed) {
      expect(
        schema.get(object)?.filter(({ name }) => name !== forEditors),
        object,
      ).toEqual(keywords);
    }
  });

  it('each have a meaning', () => {
    expect(
      [...schema].flatMap(([object, list]) =>
        list.filter(({ meaning }) => !/[a-z]/.test(meaning)).map(({ name }) => `${object}.${name}`),
      ),
    ).toEqual([]);
  });

  it('stand in the book, each object in a table of its own, with the same words', () => {
    // The forms of a test are rows of one table, beside those that are no objects.
    const [tests, ...objects] = [schema.get('test') ?? [], ...[...schema].filter(([object]) => object !== 'test')];
    expect([...tables.keys()].toSorted()).toEqual(objects.map(([object]) => object).toSorted());
    for (const [object, keywords] of objects) {
      expect(tables.get(object), object).toEqual(keywords);
    }
    const rows = contractBook().rows.map(({ cells }) => cells.join(' '));
    expect(tests.filter(({ name, meaning }) => !rows.includes(`\`{ "${name}": … }\` ${meaning}`))).toEqual([]);
  });
});
