import type { Finding } from './result.ts';

/**
 * The plainest answer first: the unchanged recording before a mutated one, then the shorter answer, then the shorter
 * name.
 */
export function comparePlainness(left: Finding, right: Finding): number {
  return (
    Number(left.casePath.includes('~')) - Number(right.casePath.includes('~')) ||
    left.frameCount - right.frameCount ||
    left.casePath.length - right.casePath.length
  );
}
