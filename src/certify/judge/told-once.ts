import type { Breach } from '../../core/requirement.ts';

/** Frames that one finding names. */
const mostFrames = 5;

/**
 * Tells breaches of one kind as one: the first place, and how often it came. What rests on no issue of a contract stays as
 * it is.
 *
 * @param kindOf what has to be the same
 */
export function toldOnce<Told extends Breach>(
  breaches: readonly Told[],
  kindOf: (breach: Told) => string,
): readonly Told[] {
  const groups = Map.groupBy(breaches, (breach) => (breach.issue === undefined ? breach : kindOf(breach)));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) =>
      group.length === 1
        ? first
        : {
            ...first,
            actual: `${first.actual} (${group.length} times)`,
            frames: [...new Set(group.flatMap(({ frames }) => frames))].slice(0, mostFrames),
          },
    ),
  );
}
