import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * An empty folder that is deleted when the running test has ended.
 *
 * @param whenFinished needed in concurrent tests only, from their context: there no test is the running one
 */
export function temporaryFolder(whenFinished: (action: () => void) => void = onTestFinished): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'relaycert-test-')));
  whenFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
