import type { ContractFormat } from '../../src/contract/contract-format.ts';
import type { SchemaDocuments } from './schema-shape.ts';
import type { SdkTypes } from './sdk-files.ts';

/** The documents of a dialect's folder in `contracts/`. */
export interface ContractDocuments {
  readonly contract: ContractFormat;
  readonly schemas: SchemaDocuments;
}

/** Which side must have what the other has. */
export type Direction = 'both' | 'contract-in-sdk' | 'sdk-in-contract';

/** One kind of word that SDK and contract both name, and where each names it. */
export interface Comparison {
  /** Unique in its dialect. Listed differences refer to it. */
  readonly kind: string;
  readonly direction: Direction;
  /**
   * `words`: two sets. `paths`: two trees, of which only the topmost difference counts, and nothing below a place that
   * the contract leaves open.
   */
  readonly form: 'words' | 'paths';
  /** @throws HarnessFault when the SDK has none: it was moved, and someone has to find it */
  readonly sdk: (types: SdkTypes) => readonly string[];
  readonly contract: (documents: ContractDocuments) => readonly string[];
}

/** What both sides name, which is all that the comparison itself needs. */
export interface Facts {
  readonly kind: string;
  readonly direction: Direction;
  readonly form: 'words' | 'paths';
  readonly sdk: readonly string[];
  readonly contract: readonly string[];
}
