import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/core/hash.ts';
import { isObject, type JsonObject, parseJson } from '../../../src/core/json.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { readReport } from '../../../src/report/read-report.ts';
import { openReport, writeReport } from '../../../src/report/report-writer.ts';
import { sampleCase, sampleEnd, sampleHeader, sampleOutcome } from '../../support/certify/run-samples.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const first = sampleCase('openai-chat<anthropic-messages/short-text/stream');
const second = sampleCase('openai-chat<anthropic-messages/short-text~error-event@0/stream', [{}]);

describe('a report', () => {
  test('comes back as it was written, cases in their order', () => {
    const folder = temporaryFolder();
    const outcome = sampleOutcome([second, first]);
    writeReport(folder, outcome, sampleEnd);
    const report = readReport(join(folder, 'report.jsonl'));
    expect(report.outcome).toEqual(outcome);
    expect(report.endedAt).toEqual(sampleEnd);
  });

  test('is sealed by the hash of all lines above its footer', () => {
    const folder = temporaryFolder();
    writeReport(folder, sampleOutcome([first, second]), sampleEnd);
    const lines = readFileSync(join(folder, 'report.jsonl'), 'utf8').split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[4]).toBe('');
    const footer = parsed(lines[3]);
    expect(footer).toMatchObject({ type: 'footer', verdict: 'refused', cases: 2 });
    expect(footer['hash']).toBe(sha256(`${lines.slice(0, 3).join('\n')}\n`));
  });

  test('of a cut run is never called report.jsonl', () => {
    const folder = temporaryFolder();
    const writer = openReport(folder);
    writer.header(sampleHeader(2));
    writer.case(first);
    writer.abandon();
    expect(readdirSync(folder)).toEqual(['report.jsonl.partial']);
  });

  test('takes nothing after its end', () => {
    const folder = temporaryFolder();
    const writer = openReport(folder);
    writer.header(sampleHeader(1));
    writer.case(first);
    writer.finish(sampleOutcome([first]), sampleEnd);
    writer.case(second);
    expect(readReport(join(folder, 'report.jsonl')).outcome.results).toHaveLength(1);
    expect(existsSync(join(folder, 'report.jsonl.partial'))).toBe(false);
  });

  test('removes what an earlier run left, before anything is known of this one', () => {
    const folder = temporaryFolder();
    writeReport(folder, sampleOutcome([first]), sampleEnd);
    expect(readdirSync(folder).sort()).toEqual(['certificate.json', 'junit.xml', 'report.jsonl']);
    openReport(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that cannot be written blames the folder', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const fault = await faultOf(() => openReport(join(folder, 'file', 'below')));
    expect(fault).toMatchObject({ kind: 'usage' });
    expect(fault.place).toContain(join(folder, 'file'));
  });
});

describe('a certificate', () => {
  test('is written for a certified run of the full plan, as its schema wants it', () => {
    const folder = temporaryFolder();
    const files = writeReport(folder, sampleOutcome([first]), sampleEnd);
    expect(files).toEqual(['report.jsonl', 'junit.xml', 'certificate.json']);
    const certificate = parsed(readFileSync(join(folder, 'certificate.json'), 'utf8'));
    const validate = new Ajv2020({ strict: true }).compile(
      parsed(readFileSync(join(packageRoot, 'contracts/meta/certificate.schema.json'), 'utf8')),
    );
    validate(certificate);
    expect(validate.errors).toBeNull();
    expect(certificate).toMatchObject({ issuedAt: sampleEnd.toISOString(), relay: { configHash: 'a'.repeat(64) } });
  });

  test('is not written for a refused run, and an older one does not stay', () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'certificate.json'), '{}');
    expect(writeReport(folder, sampleOutcome([second]), sampleEnd)).toEqual(['report.jsonl', 'junit.xml']);
    expect(existsSync(join(folder, 'certificate.json'))).toBe(false);
  });

  test('is not written for a part of the plan', () => {
    expect(sampleOutcome([first], { plan: { cases: 2, requirements: 2 } }).certificate).toBeUndefined();
    expect(sampleOutcome([first], { plan: { cases: 1, requirements: 3 } }).certificate).toBeUndefined();
  });
});

function parsed(text: string | undefined): JsonObject {
  const result = parseJson(text ?? '');
  return result.ok && isObject(result.value) ? result.value : expect.fail('not a JSON object');
}
