import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/core/package-root.ts';
import type { Source } from '../../src/core/source.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import { codeList, markdownTable } from './markdown-table.ts';

/** One class of faults, as its page describes it. */
interface FaultClass {
  readonly id: string;
  readonly title: string;
  /** Everything that the page says about it. */
  readonly text: string;
}

/** The classes that a page describes, in its order. */
export function faultClasses(page: string): readonly FaultClass[] {
  return page.split(/^(?=### )/m).flatMap((section) => {
    const [, id, title] = /^### ([A-Z]\d\d): (.+) \((?:must|should|may)\)\n/.exec(section) ?? [];
    return id === undefined || title === undefined ? [] : [{ id, title, text: section }];
  });
}

/** The ids that a source cites. `F01 to F05` stands for all `known` ids between the two. */
export function citedFaults({ text }: Source, known: readonly string[]): readonly string[] {
  return [...text.matchAll(/\b([A-Z]\d\d)(?: to ([A-Z]\d\d))?\b/g)].flatMap(([, first = '', last = first]) =>
    first === last ? [first] : known.filter((id) => first <= id && id <= last),
  );
}

/** The recordings that the text of a class names. */
export function recordingsIn(text: string): readonly string[] {
  return [...text.matchAll(/Recordings? ((?:`[a-z0-9-]+`(?:, )?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

/** The mutations, recordings and requirements that feed and judge each class today. */
export function faultTable(): readonly string[] {
  const classes = faultClasses(readFileSync(join(packageRoot, 'docs/faults.md'), 'utf8'));
  const known = classes.map(({ id }) => id);
  const citing = (things: readonly { readonly id: string; readonly source: Source }[], fault: string) =>
    things.filter(({ source }) => citedFaults(source, known).includes(fault)).map(({ id }) => id);
  return markdownTable(
    ['class', 'mutations', 'recordings', 'requirements'],
    classes.map(({ id, title, text }) => [
      `[${id}](#${id.toLowerCase()}): ${title}`,
      codeList(citing(mutations, id)),
      codeList(recordingsIn(text)),
      codeList(citing(requirements, id)),
    ]),
  );
}
