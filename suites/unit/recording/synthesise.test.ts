import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { synthesiseRecordings } from '../../../scripts/synthesise.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import { loadScenarios } from '../../../src/recording/load-scenarios.ts';
import { scenarioDialects } from '../../../src/recording/scenario-dialects.ts';
import { writeHar } from '../../../src/recording/write-har.ts';

const folder = join(packageRoot, 'recordings');
const script = join(packageRoot, 'scripts', 'synthesise.ts');
const recordings = synthesiseRecordings();

describe('the synthesised recordings', () => {
  it('exist for every scenario in every dialect that can give its answer, and all of them load', () => {
    const scenarios = loadScenarios(join(folder, 'scenarios'));
    const loaded = loadRecordings({ path: folder }).filter(({ provenance }) => provenance === 'synthesised');
    expect(loaded.map(({ dialect, name }) => `${dialect}/${name}`)).toEqual(
      dialectIds.flatMap((dialect) =>
        scenarios
          .filter((scenario) => scenarioDialects(scenario).includes(dialect))
          .map(({ name }) => `${dialect}/${name}`),
      ),
    );
    expect(new Set(loaded.map(({ scenario }) => scenario))).toEqual(new Set(scenarios.map(({ name }) => name)));
  });

  it.each(recordings)('$dialect/$name is committed as the encoder writes it now', (recording) => {
    const path = join(folder, recording.dialect, `${recording.name}.har`);
    expect(readFileSync(path, 'utf8')).toBe(writeHar(recording));
  });

  it('are the same bytes when they are made again', () => {
    expect(synthesiseRecordings().map(writeHar)).toEqual(recordings.map(writeHar));
  });

  it.each(recordings)('$dialect/$name writes one whole event at a time and holds no credential', (recording) => {
    const decoder = dialects[recording.dialect].decoder('stream', undefined);
    for (const write of recording.script.writes) {
      expect(decoder.feed(write)).toMatchObject([{ hasData: true, terminated: true }]);
      expect(write.atMs).toBe(0);
    }
    expect(writeHar(recording)).not.toMatch(/authorization|api-key|bearer/i);
  });

  it('are checked by the script without writing anything', () => {
    const before = readdirSync(folder, { recursive: true });
    const output = execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect(output).toBe(`${recordings.length} recordings, 0 stale\n`);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('are not made by a script that was called wrongly', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--chek'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toBe('--chek: this argument is unknown (use --check, or no argument to write the recordings)\n');
  });
});
