/**
 * Where a rule or a fault is described: words that name it, and a page to open. `url` is a page outside this project,
 * always with `https`. `doc` is a page of this package: its path from the root, with the anchor (`docs/faults.md#t05`).
 */
export type Source = { readonly text: string; readonly url: string } | { readonly text: string; readonly doc: string };

/** The words and the address of the page, on one line. */
export function describeSource(source: Source): string {
  return `${source.text} · ${'url' in source ? source.url : source.doc}`;
}
