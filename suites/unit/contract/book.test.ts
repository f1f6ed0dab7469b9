import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type EngineIssue, engineIssues, wireIssues } from '../../../src/contract/grammar/engine-issues.ts';
import { namedSlots } from '../../../src/contract/grammar/named-slots.ts';
import { textOf } from '../../support/anatomy/source-files.ts';
import { type BookRow, bookPath, contractBook, jsonOf } from '../../support/contract/contract-book.ts';
import { metaSchema } from '../../support/contract/contract-keywords.ts';

const { headings, fences, rows } = contractBook();
const fragments = fences.filter(({ tag }) => tag.startsWith('contract:'));

/** The rows of the table under a heading, without its head. */
function tableUnder(heading: string): readonly BookRow['cells'][] {
  return rows
    .filter((row) => row.heading === heading)
    .map(({ cells }) => cells)
    .slice(2);
}

/** The words in code of a cell. */
function codes(cell: string | undefined): readonly string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

describe('the book of the contract language', () => {
  it('shows nothing that no test reads', () => {
    const known = /^(step|stream|body|reading( [a-z-]+)*|contract:\w+)$/;
    expect(fences.filter(({ tag }) => !known.test(tag)).map(({ heading, tag }) => `${heading}: ${tag}`)).toEqual([]);
  });

  it.each(fragments.map((fence, index) => ({ name: `${fence.heading} ${index}`, fence })))(
    'shows in "$name" what is valid there',
    ({ fence }) => {
      const meta = metaSchema();
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
      const validate = ajv
        .addSchema({ ...meta }, 'meta')
        .getSchema(`meta#/$defs/${fence.tag.replace('contract:', '')}`);
      expect(validate?.(jsonOf(fence)), JSON.stringify(validate?.errors)).toBe(true);
    },
  );

  it('lists the slots that mean something to the engine', () => {
    expect(tableUnder('Slots with a meaning')).toEqual(
      Object.entries(namedSlots).map(([slot, { meaning }]) => [`\`${slot}\``, meaning]),
    );
  });

  it('lists every kind of issue with the shape of its id, its topic and its level', () => {
    const name = '<>';
    const kinds: readonly ((...names: string[]) => EngineIssue)[] = Object.values(engineIssues);
    const issues = [...kinds.map((kind) => kind(name, name)), ...Object.values(wireIssues)];
    const listed = tableUnder('Issue ids').map(([id = '', topic, level]) => {
      const [shape = name] = codes(id.startsWith('`') ? id : '');
      return `${shape.replaceAll(/<\w+>/g, name)} ${topic} ${level}`;
    });
    expect(listed).toEqual(
      issues.map(({ id, topic, level, relay }) => `${id} ${topic} ${level}${relay ? `, of a relay ${relay}` : ''}`),
    );
  });

  it('lists the facts of a request that conditions may ask for', () => {
    const definitions = metaSchema()['$defs'];
    const facts = codes(rows.find(({ cells }) => cells[0]?.startsWith('`$n`') === true)?.cells[0]);
    expect(facts.length).toBeGreaterThan(1);
    expect(JSON.stringify(definitions)).toContain(`"enum":${JSON.stringify(facts.map((fact) => fact.slice(1)))}`);
  });

  it('lists every domain event', () => {
    const source = textOf('src/core/domain-event.ts');
    const kinds = new Set([...source.matchAll(/readonly kind: '([a-z._]+)'/g)].map(([, kind]) => kind));
    expect(
      tableUnder('Domain events')
        .flatMap(([events]) => codes(events))
        .toSorted(),
    ).toEqual([...kinds].toSorted());
  });

  it('links to headings that it has', () => {
    const anchors = headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...textOf(bookPath).matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});
