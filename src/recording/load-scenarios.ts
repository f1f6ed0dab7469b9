import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageFault } from '../core/fault.ts';
import { decodeText, parseJsonFile, readInputBytes, unreadable } from '../core/input-file.ts';
import type { Scenario } from '../core/scenario.ts';
import { knownDialect } from './known-dialect.ts';
import { checkScenarioDocument, pointerPlace } from './meta-schema.ts';
import { packagedScenarios } from './packaged.ts';

/**
 * All scenarios of a folder, one `<name>.json` each, sorted by name. The default is the folder of this package.
 *
 * @throws UsageFault for a folder that is missing or empty, and for the first file that is not a whole scenario
 */
export function loadScenarios(folder: string = packagedScenarios): readonly Scenario[] {
  const files = scenarioFiles(folder);
  if (files.length === 0) {
    throw new UsageFault('there are no scenarios in this folder', folder, 'put one .json file per scenario there');
  }
  return files.map((file) => readScenario(join(folder, file))).sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Reads one scenario. Throws a `UsageFault` as `loadScenarios` does. */
export function readScenario(path: string): Scenario {
  const text = decodeText(readInputBytes(path), path);
  const scenario = checkScenarioDocument(parseJsonFile(text, path, 'restore the file'), path);
  if (scenario.name !== basename(path, '.json')) {
    throw new UsageFault(
      'the name of a scenario must be the name of its file',
      pointerPlace(path, 'name'),
      'rename one of the two',
    );
  }
  for (const id of Object.keys(scenario.dialects ?? {})) {
    knownDialect(id, pointerPlace(path, 'dialects', id));
  }
  return scenario;
}

function scenarioFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.'))
      .map((entry) => entry.name);
  } catch (error) {
    throw unreadable(folder, error);
  }
}
