import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { parseJson } from '../../src/core/json.ts';
import { checkHarDocument, checkScenarioDocument } from '../../src/recording/meta-schema.ts';
import { filesBelow, textOf } from '../support/source-files.ts';

const scenarioPaths = filesBelow('recordings/scenarios');
const recordingPaths = filesBelow('recordings').filter((path) => !scenarioPaths.includes(path));
const scenarios = scenarioPaths.map((path) => basename(path, '.json'));

function jsonOf(path: string) {
  const parsed = parseJson(textOf(path));
  if (!parsed.ok) {
    throw new Error(`${path}: ${parsed.message}`);
  }
  return parsed.value;
}

describe('the recordings', () => {
  test('are HAR files in the folder of a dialect', () => {
    const odd = recordingPaths.filter(
      (path) => !new RegExp(`^recordings/(?:${dialectIds.join('|')})/[^/]+\\.har$`).test(path),
    );
    expect(odd).toEqual([]);
  });

  test.each(recordingPaths)('%s is a valid recording of its dialect and of a known scenario', (path) => {
    const [entry] = checkHarDocument(jsonOf(path), path).log.entries;
    expect(entry?._stream.dialect).toBe(basename(dirname(path)));
    expect(scenarios).toContain(entry?._stream.scenario);
  });

  test.each(scenarioPaths)('%s is a valid scenario that is called like its file', (path) => {
    expect(checkScenarioDocument(jsonOf(path), path).name).toBe(basename(path, '.json'));
  });
});
