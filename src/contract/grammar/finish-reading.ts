import type { FinishKind } from '../../core/domain-event.ts';
import type { JsonValue } from '../../core/json.ts';
import type { FinishFormat } from '../contract-format.ts';

/** A finish reason as it stood on the wire, and what it means. */
export interface ReadFinish {
  readonly word: string;
  readonly means: FinishKind;
}

/** Reads a finish reason: any text, and a number that the contract lists as a word. */
export type FinishReader = (value: JsonValue) => ReadFinish | undefined;

export function compileFinish(read: FinishFormat['read']): FinishReader {
  return (value) => {
    const word = typeof value === 'number' ? String(value) : value;
    if (typeof word !== 'string') {
      return undefined;
    }
    const means = Object.hasOwn(read, word) ? read[word] : undefined;
    return typeof value === 'number' && means === undefined ? undefined : { word, means: means ?? 'unknown' };
  };
}
