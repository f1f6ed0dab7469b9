import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../src/recording/load-recordings.ts';
import { saveRecording } from '../../../src/recording/save-recording.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { sampleRecording, usageFaultOf } from '../../support/recording/recording-samples.ts';

describe('saving a recording', () => {
  it('creates the folder, replaces the old file and leaves nothing else behind', () => {
    const folder = join(temporaryFolder(), 'new', 'folder');
    saveRecording(folder, { ...sampleRecording, provenance: 'documented' });
    const path = saveRecording(folder, sampleRecording);
    expect(path).toBe(join(folder, 'sample.har'));
    expect(readRecording(path)).toStrictEqual(sampleRecording);
    expect(readdirSync(folder)).toEqual(['sample.har']);
  });

  it('leaves no temporary file where the file cannot be put in place', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sample.har'));
    writeFileSync(join(folder, 'sample.har', 'kept'), 'x');
    expect(() => saveRecording(folder, sampleRecording)).toThrow();
    expect(readdirSync(folder)).toEqual(['sample.har']);
    expect(readFileSync(join(folder, 'sample.har', 'kept'), 'utf8')).toBe('x');
  });

  it.each(['../escape', 'a/b', '/etc/passwd', '..', '', '.hidden', 'a\\b', 'a\0b'])(
    'refuses the name %j, which would not be a file in this folder',
    (name) => {
      const folder = join(temporaryFolder(), 'inner');
      const fault = usageFaultOf(() => saveRecording(folder, { ...sampleRecording, name }));
      expect(fault.place).toContain(folder);
      expect(fault.hint).toMatch(/letters/);
    },
  );
});
