/** A page of somebody else. */
export interface WebPage {
  /** Words that name the page. */
  readonly text: string;
  /** Its address, always with `https`. */
  readonly url: string;
}

/** A page of this package. */
export interface PackagePage {
  /** Words that name the page. */
  readonly text: string;
  /** Its path from the root of the package, with the anchor: `docs/faults.md#t05`. */
  readonly doc: string;
}

/** Where a rule or a fault is described: words that name it, and a page to open. */
export type Source = WebPage | PackagePage;

/** The words and the address of the page, on one line. */
export function describeSource(source: Source): string {
  return `${source.text} · ${'url' in source ? source.url : source.doc}`;
}
