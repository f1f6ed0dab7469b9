import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedFaults, faultClasses, recordingsIn } from '../../scripts/generate/fault-table.ts';
import { issueSource } from '../../src/contract/issue-source.ts';
import { loadContract } from '../../src/contract/load.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { defaultDeadlines } from '../../src/core/exchange.ts';
import { isObject, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { Source } from '../../src/core/source.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import { textOf } from '../support/anatomy/source-files.ts';
import { anchorsOf } from './anchors.ts';

interface Cited {
  readonly by: string;
  readonly source: Source;
}

const ofContracts = dialectIds.flatMap((dialect): readonly Cited[] => {
  const { contract } = loadContract(dialect);
  return [
    ...Object.entries(contract.sources).map(([name, source]) => ({ by: `${dialect} ${name}`, source })),
    ...Object.keys(contract.issues).flatMap((id) => {
      const source = issueSource(contract, id);
      return source === undefined ? [] : [{ by: `${dialect} ${id}`, source }];
    }),
  ];
});

const ours = [...requirements, ...mutations].map(({ id, source }): Cited => ({ by: id, source }));
const cited = [...ours, ...ofContracts];
const faultsPage = textOf('docs/faults.md');
const classes = faultClasses(faultsPage);
const faults = classes.map(({ id }) => id);

/** Folders whose pages are in the package, so that every user can open a path from a report. */
const packed = packageFiles();

function packageFiles(): readonly string[] {
  const parsed = parseJson(textOf('package.json'));
  const files = parsed.ok && isObject(parsed.value) ? parsed.value['files'] : undefined;
  return Array.isArray(files) ? files.map(String) : [];
}

function pinnedVersion(name: string): string | undefined {
  const parsed = parseJson(textOf('package.json'));
  const pins = parsed.ok && isObject(parsed.value) ? parsed.value['devDependencies'] : undefined;
  return isObject(pins) ? String(pins[name]) : undefined;
}

function flawsOf({ by, source }: Cited): readonly string[] {
  const flaws = [
    ...('url' in source ? urlFlaws(source.url) : docFlaws(source.doc)),
    ...citedFaults(source, faults)
      .filter((fault) => !faults.includes(fault))
      .map((fault) => `docs/faults.md has no ${fault}`),
    ...(source.text.length < 5 ? ['says nothing'] : []),
    ...versionFlaws(source),
  ];
  return flaws.map((flaw) => `${by}: ${flaw}`);
}

function urlFlaws(url: string): readonly string[] {
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? [] : [`${url} is no https address`];
}

function docFlaws(doc: string): readonly string[] {
  const [path = '', anchor = ''] = doc.split('#');
  if (!existsSync(join(packageRoot, path))) {
    return [`there is no ${path}`];
  }
  return [
    ...(anchorsOf(textOf(path)).has(anchor) ? [] : [`${path} has no anchor ${anchor}`]),
    ...(packed.includes(path.split('/')[0] ?? '') ? [] : [`${path} is not in the package`]),
  ];
}

/** A package is cited in the version that the tests run against. */
function versionFlaws({ text }: Source): readonly string[] {
  const [, name = '', version] = /^npm (\S+) ([^,]+),/.exec(text) ?? [];
  return version === undefined || version === pinnedVersion(name)
    ? []
    : [`${name} ${version} is not the one installed`];
}

describe('a source', () => {
  test('of a requirement, a mutation or a contract can be opened', () => {
    expect(cited.flatMap(flawsOf)).toEqual([]);
  });

  test('that is broken is found', () => {
    const broken: readonly Source[] = [
      { text: 'a page', doc: 'docs/absent.md#a' },
      { text: 'a page', doc: 'docs/faults.md#z99' },
      { text: 'a page', doc: 'ARCHITECTURE.md#layers' },
      { text: 'a page', url: 'http://example.com/' },
      { text: 'Z99: a class', doc: 'docs/faults.md#t05' },
      { text: 'npm openai 1.2.3, a.ts', url: 'https://example.com/' },
    ];
    expect(broken.flatMap((source) => flawsOf({ by: 'it', source }))).toHaveLength(broken.length);
  });

  test.each(dialectIds)('of every issue of %s is in the contract', (dialect) => {
    const { contract } = loadContract(dialect);
    const unknown = Object.keys(contract.issues).filter((id) => issueSource(contract, id) === undefined);
    expect(unknown).toEqual([]);
  });
});

describe('the page of faults', () => {
  test('describes each class once and completely, under its id as an anchor', () => {
    expect(new Set(faults).size).toBe(faults.length);
    const flawed = classes.filter(
      ({ id, text }) =>
        !faultsPage.includes(`<a id="${id.toLowerCase()}"></a>\n\n### ${id}: `) ||
        ['Fed', 'Seen', 'Harm'].some((word) => !text.includes(`- **${word}:** `)),
    );
    expect(flawed.map(({ id }) => id)).toEqual([]);
    expect([...faultsPage.matchAll(/^### [A-Z]\d\d/gm)]).toHaveLength(classes.length);
  });

  test('names recordings that exist', () => {
    const absent = classes
      .flatMap(({ text }) => recordingsIn(text))
      .filter((name) => !existsSync(join(packageRoot, 'recordings/scenarios', `${name}.json`)));
    expect(absent).toEqual([]);
  });

  test('states the default deadlines of a relay', () => {
    const stated = [...faultsPage.matchAll(/^\| `(\w+)` \| .* \| (\d+) s \|$/gm)].map(([, name, seconds]) => [
      name,
      Number(seconds) * 1_000,
    ]);
    expect(Object.fromEntries(stated)).toEqual(defaultDeadlines);
  });
});
