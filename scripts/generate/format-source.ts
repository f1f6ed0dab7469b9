import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageRoot } from '../../src/core/package-root.ts';

const biome = join(packageRoot, 'node_modules/@biomejs/biome/bin/biome');

/**
 * TypeScript source as `npm run format` leaves it, with imports sorted. Nothing is written.
 *
 * @param path where the source will be, below the package root
 * @throws Error with Biome's words, when it does not parse
 */
export async function formatSource(source: string, path: string): Promise<string> {
  const child = spawn(process.execPath, [biome, 'check', '--write', `--stdin-file-path=${path}`], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.end(source);
  const [formatted, complaint, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (status !== 0) {
    throw new Error(`Biome refused ${path}: ${complaint}`);
  }
  return formatted;
}
