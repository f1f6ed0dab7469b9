import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks } from '../../../src/core/exchange.ts';
import { loadRecordings, readRecording } from '../../../src/recording/load-recordings.ts';
import { saveRecording } from '../../../src/recording/save-recording.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { sampleRecording, usageFaultOf } from '../../support/recording/recording-samples.ts';

const dialect = 'openai-chat';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

describe('loading raw bodies', () => {
  const rawFiles = [
    { file: 'a.sse', content: 'data: {}\n\n', mode: 'stream', contentType: 'text/event-stream; charset=utf-8' },
    { file: 'a.SSE', content: 'data: {}\n\n', mode: 'stream', contentType: 'text/event-stream; charset=utf-8' },
    { file: 'a.json', content: '\n{"id": 1}', mode: 'body', contentType: 'application/json' },
    { file: 'a.json', content: ' [{"id": 1}]', mode: 'stream', contentType: 'application/json' },
    { file: 'a.json', content: 'not JSON at all', mode: 'body', contentType: 'application/json' },
    { file: 'a.ndjson', content: '{"id": 1}\n', mode: 'stream', contentType: 'application/x-ndjson' },
    { file: 'a.txt', content: 'data: {}\n\n', mode: 'stream', contentType: 'text/event-stream; charset=utf-8' },
    { file: 'a.txt', content: ': ping\n\n', mode: 'stream', contentType: 'text/event-stream; charset=utf-8' },
    { file: 'a.txt', content: '\ufeff{"id": 1}', mode: 'body', contentType: 'application/json' },
    { file: 'a.txt', content: '[{}]', mode: 'stream', contentType: 'application/json' },
  ];

  it.each(rawFiles)('reads $file that starts with $content as a $mode', ({ file, content, mode, contentType }) => {
    const path = join(folderWith({ [file]: content }), file);
    expect(loadRecordings({ path, dialect })).toEqual([
      {
        name: 'a',
        dialect,
        mode,
        provenance: 'file',
        script: {
          head: { status: 200, headers: [['content-type', contentType]] },
          writes: [{ atMs: 0, bytes: Buffer.from(content) }],
          ending: 'clean',
        },
        facts: {},
      },
    ]);
  });

  it('gives an empty file no chunk', () => {
    const path = join(folderWith({ 'a.sse': '' }), 'a.sse');
    expect(loadRecordings({ path, dialect })[0]?.script.writes).toEqual([]);
  });

  it('asks for the dialect of a raw body', () => {
    const path = join(folderWith({ 'a.sse': 'data: {}\n\n' }), 'a.sse');
    const fault = usageFaultOf(() => loadRecordings({ path }));
    expect(fault.place).toBe(path);
    expect(fault.hint).toContain('--dialect');
  });

  it('refuses an unknown dialect and lists the known ones', () => {
    const fault = usageFaultOf(() => loadRecordings({ path: '.', dialect: 'morse' }));
    expect(fault.place).toBe('--dialect');
    expect(fault.hint).toContain(dialectIds.join(', '));
  });

  it('refuses a file of another kind', () => {
    const path = join(folderWith({ 'a.pdf': '%PDF' }), 'a.pdf');
    const fault = usageFaultOf(() => loadRecordings({ path, dialect }));
    expect(fault.place).toBe(path);
    expect(fault.hint).toContain('.har');
  });
});

describe('loading a folder', () => {
  it('finds recordings at any depth and sorts them by dialect and name', () => {
    const folder = folderWith({
      'x/zebra.sse': 'data: {}\n\n',
      'README.md': '#',
      '.hidden.sse': '',
      '.git/a.json': '{}',
    });
    saveRecording(join(folder, 'y'), { ...sampleRecording, name: 'apple' });
    saveRecording(folder, { ...sampleRecording, name: 'middle', dialect: 'anthropic-messages' });
    const names = loadRecordings({ path: folder, dialect }).map(
      (recording) => `${recording.dialect}/${recording.name}`,
    );
    expect(names).toEqual(['anthropic-messages/middle', 'openai-chat/apple', 'openai-chat/zebra']);
  });

  it('passes over the folder of scenarios, whose JSON is no response', () => {
    const folder = folderWith({ 'scenarios/short-text.json': '{}', 'a.json': '{"id":1}' });
    expect(loadRecordings({ path: folder, dialect }).map(({ name }) => name)).toEqual(['a']);
  });

  it('does not follow links, so that a search never leaves its folder', () => {
    const outside = folderWith({ 'secret.json': '{}', 'deep/secret.json': '{}' });
    const folder = folderWith({ 'a.json': '{"id":1}' });
    symlinkSync(join(outside, 'secret.json'), join(folder, 'linked.json'));
    symlinkSync(join(outside, 'deep'), join(folder, 'linked'));
    expect(loadRecordings({ path: folder, dialect }).map(({ name }) => name)).toEqual(['a']);
  });

  it('refuses a folder without recordings', () => {
    const folder = folderWith({ 'README.md': '#', 'scenarios/a.json': '{}' });
    const fault = usageFaultOf(() => loadRecordings({ path: folder, dialect }));
    expect(fault.place).toBe(folder);
    expect(fault.hint).toContain('.sse');
  });

  it('refuses the whole folder for one bad file and names it', () => {
    const folder = folderWith({ 'bad.har': '{"log":', 'a.json': '{}' });
    saveRecording(folder, sampleRecording);
    const fault = usageFaultOf(() => loadRecordings({ path: folder, dialect }));
    expect(fault.place).toBe(`${join(folder, 'bad.har')}:1:8`);
    expect(fault.message).toContain('cut off');
  });

  it('refuses two recordings of one dialect and name, because their cases could not be told apart', () => {
    const folder = folderWith({ 'a.sse': 'data: {}\n\n', 'x/a.json': '{}' });
    const fault = usageFaultOf(() => loadRecordings({ path: folder, dialect }));
    expect(fault.place).toBe(join(folder, 'x', 'a.json'));
    expect(fault.message).toContain(join(folder, 'a.sse'));
  });

  it('lets a HAR in a folder say its own dialect, and gives raw files the one that is named', () => {
    const folder = folderWith({ 'raw.json': '{}' });
    saveRecording(folder, { ...sampleRecording, dialect: 'anthropic-messages' });
    expect(loadRecordings({ path: folder, dialect }).map((recording) => recording.dialect)).toEqual([
      'anthropic-messages',
      'openai-chat',
    ]);
  });
});

describe('loading one HAR', () => {
  it('reads it with and without its own dialect named', () => {
    const path = saveRecording(temporaryFolder(), sampleRecording);
    expect(loadRecordings({ path })).toStrictEqual([sampleRecording]);
    expect(loadRecordings({ path, dialect })).toStrictEqual([sampleRecording]);
    expect(joinChunks(readRecording(path).script.writes)).toEqual(joinChunks(sampleRecording.script.writes));
  });

  it('refuses to read it as another dialect', () => {
    const path = saveRecording(temporaryFolder(), sampleRecording);
    const fault = usageFaultOf(() => loadRecordings({ path, dialect: 'anthropic-messages' }));
    expect(fault.place).toBe(path);
    expect(fault.message).toContain('openai-chat, not anthropic-messages');
  });

  it('refuses a file that is missing, a folder, or not text', () => {
    const folder = folderWith({ 'file.har': '' });
    writeFileSync(join(folder, 'latin.har'), Uint8Array.of(0x7b, 0xff, 0x7d));
    const missing = join(folder, 'missing.har');
    expect(usageFaultOf(() => readRecording(missing))).toMatchObject({ place: missing, hint: 'check the path' });
    expect(usageFaultOf(() => loadRecordings({ path: missing }))).toMatchObject({ place: missing });
    expect(usageFaultOf(() => readRecording(join(folder, 'file.har', 'x.har'))).message).toContain('no such file');
    expect(usageFaultOf(() => readRecording(folder)).message).toContain('a folder');
    expect(usageFaultOf(() => readRecording(join(folder, 'latin.har'))).message).toContain('not UTF-8');
    expect(usageFaultOf(() => readRecording(join(folder, 'file.har'))).place).toBe(`${join(folder, 'file.har')}:1:1`);
  });
});
