import { closestMatch } from 'leven';

/** The candidate that a mistyped word most likely meant; none when all are too far away. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return closestMatch(word, candidates, { maxDistance: Math.max(2, Math.ceil(word.length / 3)) });
}
