/**
 * The layers of `src`, lowest first. Imports go down only, and folders of one layer do not import each other. This is the
 * one place that says so; ARCHITECTURE.md explains it.
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
  ['report'],
  ['cli'],
];

/** The layer of a folder of `src`; `undefined` when the table does not have it. */
export function layerOf(folder: string): number | undefined {
  const layer = layers.findIndex((folders) => folders.includes(folder));
  return layer === -1 ? undefined : layer;
}

/** The folders inside `src/contract`, lowest first. The files beside them are the door, above them all. */
export const contractFloors: readonly string[] = ['grammar', 'schema', 'traits'];
