import { HarnessFault } from '../../src/core/fault.ts';
import type { SdkTypes } from './sdk-files.ts';
import { fieldsOf, pathsOf, type Shape, tagsOf } from './shape.ts';

type Names = (types: SdkTypes) => readonly string[];

/** Names that types give. A type that gives none cannot be the right type. */
function asking(places: readonly string[], ask: (shape: Shape) => readonly string[]): Names {
  return (types) => {
    const names = places.flatMap((place) => {
      const found = ask(types.shape(place));
      if (found.length === 0) {
        throw new HarnessFault('the SDK names nothing here', place, 'say in scripts/sdk-drift where it is now');
      }
      return found;
    });
    return [...new Set(names)];
  };
}

/** What types of an SDK name: their words, the tags of their unions, their members, or everything below them. */
export const sdk = {
  words: (...places: readonly string[]) => asking(places, ({ words }) => words),
  tags: (...places: readonly string[]) => asking(places, tagsOf),
  fields: (...places: readonly string[]) => asking(places, fieldsOf),
  paths: (places: readonly string[], cut: readonly string[] = []) => asking(places, (shape) => pathsOf(shape, cut)),
} as const;
