import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CaseResult } from '../../../src/certify/judge/result.ts';
import type { RunHeader } from '../../../src/certify/judge/run-header.ts';
import { mergeReports } from '../../../src/report/merge.ts';
import { writeReport } from '../../../src/report/report-writer.ts';
import { faultOf } from '../../support/fault-of.ts';
import { sampleCase, sampleEnd, sampleOutcome } from '../../support/run-samples.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const plan = { cases: 3, requirements: 2 };
const one = sampleCase('openai-chat<anthropic-messages/one/stream');
const two = sampleCase('openai-chat<anthropic-messages/two/stream');
const three = sampleCase('openai-chat<anthropic-messages/three/stream');

function shard(index: number, results: readonly CaseResult[], more: Partial<RunHeader> = {}): string {
  const folder = temporaryFolder();
  const later = new Date(sampleEnd.getTime() + index * 1_000);
  writeReport(folder, sampleOutcome(results, { plan, shard: { index, count: 2 }, ...more }), later);
  return join(folder, 'report.jsonl');
}

describe('joining reports', () => {
  test('gives the run that was never split, certificate included', () => {
    const { outcome, endedAt } = mergeReports([shard(1, [one, three]), shard(2, [two])]);
    expect(outcome.verdict).toBe('certified');
    expect(outcome.results).toEqual([one, three, two]);
    expect(outcome.header).toMatchObject({ cases: 3, plan });
    expect(outcome.header.shard).toBeUndefined();
    expect(outcome.certificate).toMatchObject({ counts: { cases: 3, passed: 3 } });
    expect(endedAt.getTime()).toBe(sampleEnd.getTime() + 2_000);
  });

  test('refuses when one part refuses', () => {
    const { outcome } = mergeReports([shard(1, [one]), shard(2, [sampleCase(two.casePath, [{}])])]);
    expect(outcome.verdict).toBe('refused');
    expect(outcome.certificate).toBeUndefined();
  });

  test('finds a deviation stale that no shard alone could call so', () => {
    const deviations = [{ requirement: 'relay/error/surfaced', case: '*', reason: 'known', expires: '2099-01-01' }];
    const parts = [shard(1, [one, three], { deviations }), shard(2, [two], { deviations })];
    const { outcome } = mergeReports(parts);
    expect(outcome.verdict).toBe('refused');
    expect(outcome.deviations.stale).toEqual(deviations);
  });

  test('of which one is missing is unfinished and says which', () => {
    const { outcome } = mergeReports([shard(2, [two])]);
    expect(outcome.verdict).toBe('unfinished');
    expect(outcome.faults).toEqual(['shard 1 of 2 is missing']);
  });

  test('refuses the same case twice', async () => {
    const fault = await faultOf(() => mergeReports([shard(1, [one]), shard(2, [one])]));
    expect(fault).toMatchObject({ kind: 'harness', message: expect.stringContaining(`case ${one.case} is also in`) });
  });

  test.each<[string, Partial<RunHeader>]>([
    ['relay', { relay: { name: 'portkey', version: '2.0.0' } }],
    ['seed', { seed: '2' }],
    ['level', { level: 'extended' }],
    ['version of relaycert', { relaycert: '0.2.0' }],
    ['strict', { strict: true }],
    ['number of shards', { shard: { index: 2, count: 3 } }],
    ['size of the plan', { plan: { cases: 4, requirements: 2 } }],
  ])('refuses reports of two runs: another %s', async (name, more) => {
    const fault = await faultOf(() => mergeReports([shard(1, [one]), shard(2, [two], more)]));
    expect(fault).toMatchObject({ kind: 'harness', message: expect.stringContaining(`: ${name} differs`) });
  });
});
