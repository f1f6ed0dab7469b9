/** What a relay is certified for; cumulative. */
export type Level = (typeof levels)[number];

export const levels = ['core', 'extended', 'transparent'] as const;

/** Whether something of level `part` belongs to what a relay of level `whole` is certified for. */
export function includesLevel(whole: Level, part: Level): boolean {
  return levels.indexOf(part) <= levels.indexOf(whole);
}
