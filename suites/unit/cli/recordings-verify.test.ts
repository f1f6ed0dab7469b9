import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { joinChunks } from '../../../src/core/exchange.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { saveRecording } from '../../../src/recording/save-recording.ts';
import { runHere } from '../../support/cli/fake-shell.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { sampleRecording } from '../../support/recording/recording-samples.ts';

const script = dialectSamples['openai-chat'].streams['short-text'];
const sound: Recording = { ...sampleRecording, facts: {}, script };
const cut: WireScript = { ...script, writes: script.writes.slice(0, 3) };
const clock = { ...systemClock, date: () => new Date('2026-12-10T13:00:00Z') };

function verify(recordings: readonly Partial<Recording>[], ...more: readonly string[]) {
  const folder = temporaryFolder();
  for (const [index, recording] of recordings.entries()) {
    saveRecording(join(folder, 'recordings'), { ...sound, name: `r${index}`, ...recording });
  }
  return runHere(['recordings', 'verify', ...more], '', { folder, clock });
}

const breaches = ['any/terminal/exactly-one'];

describe('relaycert recordings verify', () => {
  test('says of each recording how old it is, where it comes from, whether it is used, and what it comes to', async () => {
    const run = await verify([
      {},
      { scenario: 'no-such-scenario', provenance: 'captured-relay', relay: 'r 1' },
      { script: cut, breaches },
    ]);
    const rows = run.out.split('\n').map((line) => line.trim().split(/ {2,}/));
    expect(rows[0]).toEqual([
      'dialect',
      'recording',
      'mode',
      'provenance',
      'age',
      'contract',
      'integrity',
      'use',
      'verdict',
    ]);
    expect(rows[1]).toEqual([
      'openai-chat',
      'r0',
      'stream',
      'captured',
      '10 days',
      '2026-01-01',
      'complete',
      'used',
      'kept',
    ]);
    expect(rows[2]).toEqual(expect.arrayContaining(['r1', 'captured-relay', 'unused', 'kept']));
    expect(rows[3]).toEqual(expect.arrayContaining(['r2', 'no_end_marker', `marked: ${breaches[0]}`]));
    expect(run.out).toContain('\n3 recordings · 2 kept · 1 marked · 0 broken · 0 stale · 1 unused\n');
    expect(run).toMatchObject({ code: 0, err: '' });
  });

  test.each([
    ['a breach that nobody marked', { script: cut }, 'broken'],
    ['a mark that the contract no longer bears out', { breaches }, 'stale'],
  ])('refuses %s', async (_what, recording, verdict) => {
    const run = await verify([{}, recording], '--json');
    expect(run.code).toBe(1);
    const lines = run.out.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"verdict":"kept"');
    expect(lines[1]).toContain(`"verdict":"${verdict}"`);
  });

  test('takes those of this package where the folder has none, and they are all kept; what no client can be asked to repeat is used by nobody', async () => {
    const run = await runHere(['recordings', 'verify'], '', { folder: temporaryFolder() });
    expect(run.code).toBe(0);
    expect(run.out).toMatch(
      /\n(\d+) recordings · \1 kept · 0 marked · 0 broken · 0 stale · 2 unused · 2 answers without what the scenario is for\n$/,
    );
  });

  test('is a usage fault for an empty folder and for one that is not there', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    for (const name of ['empty', 'missing']) {
      const run = await runHere(['recordings', 'verify', name], '', { folder });
      expect(run).toMatchObject({ code: 2, out: '' });
      expect(run.err).toMatch(/^relaycert: .*\n$/);
    }
  });
});

describe('a recording whose body is compressed as it came', () => {
  const encoded: Recording = {
    ...sound,
    script: {
      ...script,
      head: { ...script.head, headers: [...script.head.headers, ['Content-Encoding', 'gzip']] },
      writes: [{ atMs: 3, bytes: gzipSync(joinChunks(script.writes)) }],
      encoded: true,
    },
  };

  test('is judged below its compression, by verify and by check', async () => {
    const folder = temporaryFolder();
    const path = saveRecording(join(folder, 'recordings'), encoded);
    expect((await runHere(['recordings', 'verify'], '', { folder })).out).toContain('kept');
    const check = await runHere(['check', path]);
    expect(check).toMatchObject({ code: 0 });
    expect(check.out).toContain('complete');
    expect(readFileSync(path, 'utf8')).toContain('"encoded": true');
  });

  test('is replayed by a run as what it says, so that mutations can change it', () => {
    const folder = temporaryFolder();
    saveRecording(folder, encoded);
    const [recording] = loadRecordingSet([{ path: folder }]).recordings;
    expect(recording?.script.encoded).toBeUndefined();
    expect(Buffer.from(joinChunks(recording?.script.writes ?? []))).toEqual(Buffer.from(joinChunks(script.writes)));
  });
});
