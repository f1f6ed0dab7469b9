import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';

const contractFiles = [
  'NOTES.md',
  'contract.json',
  'error.schema.json',
  'event.schema.json',
  'request.schema.json',
  'response.schema.json',
  'sdk-drift.json',
];

describe('the dialects', () => {
  test.each(dialectIds)('%s has a contract, four schemas, notes and a list of differences from its SDK', (id) => {
    const files = readdirSync(join(packageRoot, 'contracts', id)).toSorted();
    // Only what tests read with an SDK has a table of readers.
    expect(files.filter((file) => file !== 'readers.json')).toEqual(contractFiles);
  });

  test.each(dialectIds)('%s has code with the name of its contract', (id) => {
    expect(dialects[id].id).toBe(id);
    expect(loadContract(id).contract.dialect).toBe(id);
  });

  test.each(dialectIds)('%s has recordings', (id) => {
    const folder = join(packageRoot, 'recordings', id);
    expect(existsSync(folder) ? readdirSync(folder).length : 0).toBeGreaterThan(0);
  });
});
