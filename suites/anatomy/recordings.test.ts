import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { parseJson } from '../../src/core/json.ts';
import { checkHarDocument, checkScenarioDocument } from '../../src/recording/meta-schema.ts';
import { presetIds } from '../../src/relays/presets.generated.ts';
import { filesBelow, textOf } from '../support/anatomy/source-files.ts';

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
  test('are HAR files in the folder of a dialect, those of relays below the name of the relay', () => {
    const place = new RegExp(
      `^recordings/(?:relays/(?:${presetIds.join('|')})/)?(?:${dialectIds.join('|')})/[^/]+\\.har$`,
    );
    const odd = recordingPaths.filter((path) => !place.test(path));
    expect(odd).toEqual([]);
  });

  test.each(recordingPaths)('%s is a valid recording of its dialect and of a known scenario', (path) => {
    const { dialect, scenario, provenance } = checkHarDocument(jsonOf(path), path).log.entries[0]?._stream ?? {};
    expect(dialect).toBe(basename(dirname(path)));
    // Another client sent the request if the recording proxy recorded it.
    expect(provenance === 'captured' ? [...scenarios, undefined] : scenarios).toContain(scenario);
  });

  test.each(recordingPaths)('%s says that it came through a relay exactly if it is in the folder of relays', (path) => {
    const { provenance, relay } = checkHarDocument(jsonOf(path), path).log.entries[0]?._stream ?? {};
    expect(provenance === 'captured-relay').toBe(path.startsWith('recordings/relays/'));
    expect(relay === undefined).toBe(!path.startsWith('recordings/relays/'));
  });

  test('hold at least ten captures of a real model, and some of three relays', () => {
    const streams = recordingPaths.map((path) => checkHarDocument(jsonOf(path), path).log.entries[0]?._stream);
    expect(streams.filter((stream) => stream?.provenance === 'captured').length).toBeGreaterThanOrEqual(10);
    expect(new Set(streams.flatMap((stream) => stream?.relay ?? [])).size).toBe(3);
  });

  test.each(scenarioPaths)('%s is a valid scenario with the name of its file', (path) => {
    expect(checkScenarioDocument(jsonOf(path), path).name).toBe(basename(path, '.json'));
  });
});
