/**
 * The layers of `src`, lowest first. Imports go down only, and folders of one layer do not import each other. This is
 * the one place that says so; ARCHITECTURE.md explains it.
 */
export const layers: readonly (readonly string[])[] = [
  ['core'],
  ['wire', 'contract', 'transport'],
  ['dialects', 'recording'],
  ['outcome'],
  ['requirements', 'mutations', 'upstream', 'probe', 'recorder'],
  ['fake-relay'],
  ['relays'],
  ['certify'],
  ['diagnosis'],
  ['report'],
  ['cli'],
];

/** The layer of a folder of `src`; `undefined` when the table does not have it. */
export function layerOf(folder: string): number | undefined {
  const layer = layers.findIndex((folders) => folders.includes(folder));
  return layer === -1 ? undefined : layer;
}

/**
 * Floors inside a large folder, lowest first. Imports between them go down only. Files directly in the folder are above
 * all floors.
 */
export const floors: Readonly<Record<string, readonly string[]>> = {
  certify: ['judge', 'options', 'plan', 'run'],
  contract: ['grammar', 'schema', 'traits'],
};

/** Files directly in their folder that are below its floors instead: they hold only types, which every floor reads. */
export const sharedTypes: readonly string[] = ['src/contract/contract-format.ts'];
