import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/core/package-root.ts';
import { identifier } from './identifier.ts';
import { foldersIn, type Module, modulesIn } from './modules.ts';

/**
 * A file of static imports that is derived from a folder, so that ids are literal unions and a typo does not compile.
 */
export interface IndexFile {
  /** Below the package root, with `/`. */
  readonly path: string;
  /** The source below the header. It is formatted later. */
  readonly lines: () => readonly string[];
}

/** Every index of the project: one row per kind of extension. */
export const indexFiles: readonly IndexFile[] = [
  { path: 'src/core/dialect-ids.generated.ts', lines: dialectIds },
  { path: 'src/dialects/registry.generated.ts', lines: dialects },
  { path: 'src/requirements/registry.generated.ts', lines: requirements },
  { path: 'src/mutations/registry.generated.ts', lines: mutations },
  { path: 'src/relays/presets.generated.ts', lines: presets },
  { path: 'src/cli/commands.generated.ts', lines: commands },
  { path: 'scripts/sdk-drift/comparisons.generated.ts', lines: comparisons },
  { path: 'suites/support/dialects.generated.ts', lines: dialectSamples },
];

function dialectIds(): readonly string[] {
  return idUnion(
    'dialectIds',
    'DialectId',
    foldersIn('contracts').filter((name) => name !== 'meta'),
  );
}

function dialects(): readonly string[] {
  const ids = foldersIn('src/dialects').filter((id) => existsSync(join(packageRoot, 'src/dialects', id, 'index.ts')));
  return [
    `import type { DialectId } from '../core/dialect-ids.generated.ts';`,
    `import type { Dialect } from './dialect.ts';`,
    ...ids.map((id) => `import { dialect as ${identifier(id, 'dialect')} } from './${id}/index.ts';`),
    '',
    'export const dialects = {',
    ...ids.map((id) => property(id, identifier(id, 'dialect'))),
    '} as const satisfies Record<DialectId, Dialect>;',
  ];
}

function requirements(): readonly string[] {
  const folder = 'src/requirements';
  const modules = foldersIn(folder).flatMap((scope) => modulesIn(folder, 'requirements', 'requirements', `${scope}/`));
  return [
    `import type { Requirement } from '../core/requirement.ts';`,
    ...imports(modules, 'requirements'),
    '',
    ...idUnion(
      'requirementIds',
      'RequirementId',
      modules.flatMap(({ source }) => requirementIds(source)),
    ),
    '',
    'export const requirements: readonly Requirement[] = [',
    ...modules.map(({ name }) => `...${name},`),
    '];',
  ];
}

/** Reads the ids, which are literals in the source, so that a search finds them. */
function requirementIds(source: string): readonly string[] {
  return [...source.matchAll(/^\s*id: '([^'/]+\/[^'/]+\/[^'/]+)'/gm)].flatMap(([, id]) =>
    id === undefined ? [] : [id],
  );
}

function mutations(): readonly string[] {
  const modules = modulesIn('src/mutations', 'mutation', 'mutation');
  return [
    `import type { Mutation } from '../core/mutation.ts';`,
    ...imports(modules, 'mutation'),
    '',
    ...idUnion(
      'mutationIds',
      'MutationId',
      modules.map(({ id }) => id),
    ),
    '',
    '/** All mutations, by id. */',
    'export const mutationsById: Readonly<Record<MutationId, Mutation>> = {',
    ...modules.map(({ id, name }) => property(id, name)),
    '};',
    '',
    '/** All mutations, in the order of their ids. */',
    'export const mutations: readonly Mutation[] = mutationIds.map((id) => mutationsById[id]);',
  ];
}

function presets(): readonly string[] {
  const modules = modulesIn('src/relays', 'preset', 'preset');
  return [
    `import type { RelayPreset } from './preset.ts';`,
    ...imports(modules, 'preset'),
    '',
    ...idUnion(
      'presetIds',
      'PresetId',
      modules.map(({ id }) => id),
    ),
    '',
    'export const presets: Readonly<Record<PresetId, RelayPreset>> = {',
    ...modules.map(({ id, name }) => property(id, name)),
    '};',
  ];
}

function commands(): readonly string[] {
  const modules = below('commands', modulesIn('src/cli/commands', 'command', 'command'));
  return [
    `import type { CliCommand } from './command.ts';`,
    ...imports(modules, 'command'),
    '',
    `export const commands: readonly CliCommand[] = [${modules.map(({ name }) => name).join(', ')}];`,
  ];
}

function comparisons(): readonly string[] {
  const modules = below('comparisons', modulesIn('scripts/sdk-drift/comparisons', 'comparisons', 'comparisons'));
  return [
    `import type { DialectId } from '../../src/core/dialect-ids.generated.ts';`,
    `import type { Comparison } from './comparison.ts';`,
    ...imports(modules, 'comparisons'),
    '',
    '/** What is compared, per dialect; nothing for a dialect whose provider publishes no typed SDK. */',
    'export const comparisons: Readonly<Partial<Record<DialectId, readonly Comparison[]>>> = {',
    ...modules.map(({ id, name }) => property(id, name)),
    '};',
  ];
}

function dialectSamples(): readonly string[] {
  const modules = below('dialects', modulesIn('suites/support/dialects', 'samples', 'samples'));
  return [
    `import type { DialectId } from '../../src/core/dialect-ids.generated.ts';`,
    `import type { DialectSamples } from './dialect-samples.ts';`,
    ...imports(modules, 'samples'),
    '',
    '/** What tests know of each dialect beside its contract. */',
    'export const dialectSamples = {',
    ...modules.map(({ id, name }) => property(id, name)),
    '} as const satisfies Record<DialectId, DialectSamples>;',
  ];
}

/** Modules of a folder, with the paths by which a file beside that folder imports them. */
function below(folder: string, modules: readonly Module[]): readonly Module[] {
  return modules.map((module) => ({ ...module, from: module.from.replace('./', `./${folder}/`) }));
}

function imports(modules: readonly Module[], exported: string): readonly string[] {
  return modules.map(({ name, from }) =>
    name === exported ? `import { ${name} } from '${from}';` : `import { ${exported} as ${name} } from '${from}';`,
  );
}

function idUnion(list: string, type: string, ids: readonly string[]): readonly string[] {
  return [
    `export const ${list} = [${ids.map((id) => `'${id}'`).join(', ')}] as const;`,
    '',
    `export type ${type} = (typeof ${list})[number];`,
  ];
}

function property(id: string, name: string): string {
  return id === name ? `${id},` : `'${id}': ${name},`;
}
