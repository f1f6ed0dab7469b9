import { closestMatch } from 'leven';

/** The candidate that a mistyped word most likely meant; `undefined` when all are too far away. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return closestMatch(word, candidates, { maxDistance: Math.max(2, Math.ceil(word.length / 3)) });
}

/** The hint for an unknown word: the candidate that it most likely meant, or `otherwise`. */
export function suggestion(word: string, candidates: readonly string[], otherwise: string): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? otherwise : `did you mean ${meant}?`;
}
