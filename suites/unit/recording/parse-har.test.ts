import { describe, expect, it } from 'vitest';
import { joinChunks } from '../../../src/core/exchange.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { parseHar } from '../../../src/recording/parse-har.ts';
import { writeHar } from '../../../src/recording/write-har.ts';
import { alteredHar, sampleRecording, usageFaultOf } from '../../support/recording/recording-samples.ts';

const entry = '/log/entries/0';
const stream = `${entry}/_stream`;
const content = `${entry}/response/content`;

interface BadHar {
  readonly title: string;
  readonly pointer: string;
  readonly value: JsonValue | undefined;
  /** Where the fault must point; the altered place where absent. */
  readonly place?: string;
  readonly says: RegExp;
}

const badHars: readonly BadHar[] = [
  { title: 'no log', pointer: '/log', value: undefined, place: '', says: /key log is missing/ },
  { title: 'another HAR version', pointer: '/log/version', value: '1.1', says: /must be 1\.2/ },
  { title: 'no entry', pointer: '/log/entries', value: [], says: /fewer than 1/ },
  { title: 'no _stream', pointer: stream, value: undefined, place: entry, says: /no _stream/ },
  { title: 'a _stream of another version', pointer: `${stream}/version`, value: 2, says: /must be 1/ },
  { title: 'an unknown key of _stream', pointer: `${stream}/speed`, value: 1, says: /unknown/ },
  {
    title: 'an unknown key that a pointer must escape',
    pointer: `${stream}/requestFacts`,
    value: { 'b/c~': 1 },
    place: `${stream}/requestFacts/b~1c~0`,
    says: /unknown/,
  },
  { title: 'an unknown request fact', pointer: `${stream}/requestFacts/seed`, value: 1, says: /unknown/ },
  { title: 'a request fact of another type', pointer: `${stream}/requestFacts/n`, value: 'one', says: /integer/ },
  { title: 'an unknown dialect', pointer: `${stream}/dialect`, value: 'morse', says: /dialect morse is unknown/ },
  { title: 'an unknown trait', pointer: `${stream}/traits`, value: ['no-dne'], says: /no trait no-dne/ },
  {
    title: 'a trait of another dialect',
    pointer: `${stream}/traits`,
    value: ['ids-rotate'],
    says: /no trait ids-rotate/,
  },
  { title: 'a trait told twice', pointer: `${stream}/traits`, value: ['no-done', 'no-done'], says: /duplicate/ },
  { title: 'an unknown mode', pointer: `${stream}/mode`, value: 'socket', says: /must be stream, body/ },
  { title: 'an unknown ending', pointer: `${stream}/ending`, value: 'eof', says: /must be clean, fin/ },
  { title: 'an unknown provenance', pointer: `${stream}/provenance`, value: 'found', says: /must be captured/ },
  { title: 'a scenario outside its folder', pointer: `${stream}/scenario`, value: '../../etc', says: /pattern/ },
  {
    title: 'a first chunk beyond the start',
    pointer: `${stream}/chunks/0/0`,
    value: 1,
    place: `${stream}/chunks`,
    says: /first bytes/,
  },
  { title: 'a body without chunks', pointer: `${stream}/chunks`, value: [], says: /first bytes/ },
  { title: 'a chunk beyond the body', pointer: `${stream}/chunks/1/0`, value: 9999, says: /beyond the body/ },
  { title: 'a chunk before the one ahead of it', pointer: `${stream}/chunks/1/1`, value: 1, says: /came earlier/ },
  { title: 'a chunk of three numbers', pointer: `${stream}/chunks/1`, value: [1, 2, 3], says: /more than 2/ },
  { title: 'a negative time', pointer: `${stream}/chunks/0/1`, value: -1, says: />= 0/ },
  { title: 'a status that is none', pointer: `${entry}/response/status`, value: 0, says: />= 200/ },
  {
    title: 'a header with a line break',
    pointer: `${entry}/response/headers/0/value`,
    value: 'a\r\nb: c',
    says: /pattern/,
  },
  { title: 'an unknown encoding', pointer: `${content}/encoding`, value: 'gzip', says: /must be base64/ },
  {
    title: 'broken Base64',
    pointer: `${content}/encoding`,
    value: 'base64',
    place: `${content}/text`,
    says: /not valid Base64/,
  },
  { title: 'half a surrogate pair', pointer: `${content}/text`, value: '\ud83d', says: /not valid Unicode/ },
  {
    title: 'a body that lost its tail',
    pointer: `${content}/text`,
    value: 'data: {',
    place: `${content}/size`,
    says: /has 7 bytes, but its size says 32/,
  },
  {
    title: 'a request body that is no object',
    pointer: `${entry}/request/postData/text`,
    value: '[1]',
    says: /not a JSON object/,
  },
  {
    title: 'a request body that is cut',
    pointer: `${entry}/request/postData/text`,
    value: '{"a"',
    says: /not a JSON object/,
  },
];

describe('reading a HAR', () => {
  it.each(badHars)('refuses $title at its JSON pointer and gives a hint', ({ pointer, value, place, says }) => {
    const fault = usageFaultOf(() => parseHar(alteredHar(pointer, value), 'a/b.har'));
    expect(fault.place).toBe(`a/b.har#${place ?? pointer}`);
    expect(fault.message).toMatch(says);
    expect(fault.hint).not.toBe('');
  });

  it('refuses a second entry, because one file holds one exchange', () => {
    const twice = writeHar(sampleRecording).replace(/"entries": \[\n(.*)\n {4}\],/s, '"entries": [$1,$1],');
    const fault = usageFaultOf(() => parseHar(twice, 'x.har'));
    expect(fault.place).toBe('x.har#/log/entries');
    expect(fault.message).toContain('more than 1');
  });

  it('refuses every HAR that was cut short, and says where it ends', () => {
    const text = writeHar(sampleRecording).trimEnd();
    for (let length = 0; length < text.length; length += 1) {
      const fault = usageFaultOf(() => parseHar(text.slice(0, length), 'cut.har'));
      expect(fault.place).toMatch(/^cut\.har:\d+:\d+$/);
      expect(fault.message).toMatch(/^its JSON is (cut off|broken) here$/);
    }
  });

  it.each([
    { text: '{\n  "log": secret-text\n}', place: '2:10' },
    { text: '{"a": 1,\n"secret" "b"}', place: '2:10' },
    { text: '["secret", \n\n  ]', place: '3:3' },
    { text: '{} secret', place: '1:4' },
    { text: 'secret', place: '1:1' },
    { text: '["\u0001secret"]', place: '1:3' },
  ])('names line and column of the broken JSON $text and shows nothing of what stands there', ({ text, place }) => {
    const fault = usageFaultOf(() => parseHar(text, 'x.har'));
    expect(fault.place).toBe(`x.har:${place}`);
    expect(fault.message).toBe('its JSON is broken here');
    expect(fault.hint).not.toContain('secret');
  });

  it.each(['null', '[]', '7', '{}'])('refuses the JSON %s, which is no HAR', (text) => {
    expect(usageFaultOf(() => parseHar(text, 'x.har')).place).toBe('x.har#');
  });

  it('tolerates keys of HAR that it does not know', () => {
    const text = alteredHar('/log/browser', { name: 'Firefox', version: '150' });
    expect(parseHar(text, 'sample.har')).toEqual(parseHar(writeHar(sampleRecording), 'sample.har'));
  });

  it('tolerates a body of unknown size', () => {
    const recording = parseHar(alteredHar(`${content}/size`, -1), 'sample.har');
    expect(joinChunks(recording.script.writes)).toEqual(joinChunks(sampleRecording.script.writes));
  });

  it('takes its name from the file, not from the content', () => {
    expect(parseHar(writeHar(sampleRecording), 'folder/other.name.har').name).toBe('other.name');
  });

  it('replays an exchange that the recorder aborted as a stall, and still knows that it was aborted', () => {
    const recording = parseHar(alteredHar(`${stream}/ending`, 'aborted'), 'sample.har');
    expect(recording.script.ending).toBe('stall');
    expect(recording.aborted).toBe(true);
    expect(parseHar(writeHar(recording), 'sample.har')).toEqual(recording);
  });
});
