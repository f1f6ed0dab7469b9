import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/core/hash.ts';
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { readReport } from '../../../src/report/read-report.ts';
import { writeReport } from '../../../src/report/report-writer.ts';
import { sampleCase, sampleEnd, sampleHeader, sampleOutcome } from '../../support/certify/run-samples.ts';
import { faultOf, type SeenFault } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** The fault of a report whose lines were changed; `sealed` gives it a hash that fits again. */
async function faultAfter(change: (lines: string[]) => readonly string[], sealed = false): Promise<SeenFault> {
  const path = join(temporaryFolder(), 'report.jsonl');
  writeReport(
    join(path, '..'),
    sampleOutcome([sampleCase('a<b/c/stream'), sampleCase('a<b/d/stream', [{}])]),
    sampleEnd,
  );
  const lines = change(readFileSync(path, 'utf8').trimEnd().split('\n'));
  const text = sealed ? reseal(lines) : `${lines.join('\n')}\n`;
  writeFileSync(path, text);
  const fault = await faultOf(() => readReport(path));
  return { ...fault, place: fault.place.replace(path, 'report.jsonl') };
}

function reseal(lines: readonly string[]): string {
  const above = lines.slice(0, -1).map((line) => `${line}\n`);
  return `${above.join('')}${altered(lines.at(-1), { hash: sha256(above.join('')) })}\n`;
}

function altered(line: string | undefined, change: JsonObject): string {
  const parsed = parseJson(line ?? '');
  return JSON.stringify(parsed.ok && isObject(parsed.value) ? { ...parsed.value, ...change } : null);
}

test('a report keeps what was not run, how many cases ran at once, and the deadlines', () => {
  const folder = temporaryFolder();
  const more = { notRun: 'the relay itself refused it', concurrency: 3, delayMs: 250 };
  const { basis } = sampleHeader(1);
  const deadlines = { connect: 1, firstByte: 2, idle: 3, case: 4, afterUpstreamEnd: 5 };
  const written = sampleOutcome([sampleCase('a<b/c/stream', [], more)], {
    concurrency: { configured: 16, used: 3 },
    basis: { ...basis, deadlines },
  });
  writeReport(folder, written, sampleEnd);
  const { outcome } = readReport(join(folder, 'report.jsonl'));
  expect(outcome).toEqual(written);
  expect(outcome.verdict).toBe('unfinished');
});

describe('a report is refused', () => {
  test('when it is empty', async () => {
    expect(await faultAfter(() => [])).toMatchObject({
      kind: 'harness',
      message: 'it is empty',
      place: 'report.jsonl',
    });
  });

  test.each(['relaycert-report/1', 'relaycert-report/3'])('of another format, %s', async (format) => {
    const fault = await faultAfter((lines) => [altered(lines[0], { format }), ...lines.slice(1)], true);
    expect(fault).toMatchObject({
      kind: 'harness',
      message: `it has the format ${format}, and this version of relaycert reads relaycert-report/2`,
      place: 'report.jsonl:1',
      hint: 'run the certification again',
    });
  });

  test('without its header', async () => {
    expect(await faultAfter((lines) => lines.slice(1))).toMatchObject({
      message: 'it has no header',
      place: 'report.jsonl:1',
    });
  });

  test('without its footer, because the run was cut', async () => {
    expect(await faultAfter((lines) => lines.slice(0, -1))).toMatchObject({
      message: 'it has no footer: the run was cut',
      place: 'report.jsonl:3',
    });
  });

  test('when its last line is cut', async () => {
    const path = join(temporaryFolder(), 'report.jsonl');
    writeReport(join(path, '..'), sampleOutcome([sampleCase('a<b/c/stream')]), sampleEnd);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -10));
    expect(await faultOf(() => readReport(path))).toMatchObject({
      kind: 'harness',
      message: 'its last line is cut',
      place: `${path}:3`,
    });
  });

  test('when a case is missing, twice or changed', async () => {
    expect(await faultAfter(([header = '', , ...rest]) => [header, ...rest])).toMatchObject({
      place: 'report.jsonl:3',
    });
    expect(await faultAfter(([header = '', one = '', ...rest]) => [header, one, one, ...rest])).toMatchObject({
      message: expect.stringMatching(/^case [0-9a-f]{12} appears twice$/),
      place: 'report.jsonl:3',
    });
    expect(
      await faultAfter(([header = '', one, ...rest]) => [header, altered(one, { durationMs: 13 }), ...rest]),
    ).toMatchObject({
      message: expect.stringContaining('its hash does not match'),
    });
  });

  test('when counts or verdict are not what its cases give, even with a hash that fits', async () => {
    expect(await faultAfter(([header = '', , ...rest]) => [header, ...rest], true)).toMatchObject({
      message: 'its footer counts 2 cases, but there are 1',
    });
    const otherFooter = (change: JsonObject) => (lines: string[]) => [
      ...lines.slice(0, -1),
      altered(lines.at(-1), change),
    ];
    expect(await faultAfter(otherFooter({ verdict: 'certified' }), true)).toMatchObject({
      message: 'its footer says certified, but its cases say refused',
    });
    const counts = {
      cases: 2,
      passed: 2,
      refused: 0,
      unapplied: 0,
      verdicts: 4,
      pass: 4,
      fail: 0,
      warn: 0,
      notApplicable: 0,
      untestable: 0,
      error: 0,
    };
    expect(await faultAfter(otherFooter({ counts }), true)).toMatchObject({
      message: 'the count "passed" of its footer is wrong: its cases give 1',
    });
  });

  test('when a line is not JSON or not of its schema', async () => {
    expect(await faultAfter(([header = '', ...rest]) => [header, 'nonsense', ...rest])).toMatchObject({
      message: 'this line is not JSON',
      place: 'report.jsonl:2',
    });
    const fault = await faultAfter(([header, ...rest]) => [altered(header, { seed: 1 }), ...rest]);
    expect(fault.message).toBe('this is not a line of a report: /seed must be string');
    const unknown = await faultAfter(([header = '', one, ...rest]) => [
      header,
      altered(one, { surprise: true }),
      ...rest,
    ]);
    expect(unknown.message).toContain('must NOT have additional properties');
  });

  test('when it does not exist', async () => {
    expect(await faultOf(() => readReport('/nowhere/report.jsonl'))).toMatchObject({
      kind: 'usage',
      place: '/nowhere/report.jsonl',
    });
  });
});
