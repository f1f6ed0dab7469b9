import { describe, expect, it } from 'vitest';
import type { ContractFormat } from '../../../../src/contract/contract-format.ts';
import { UsageMerge } from '../../../../src/contract/grammar/usage-merge.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import type { UsageNumbers } from '../../../../src/core/usage.ts';
import { lines, runTiny } from '../../../support/contract/tiny-contract.ts';

const fields: ContractFormat['usage']['fields'] = {
  input: { of: '/in', plus: ['/read', '/written'] },
  output: { of: '/out' },
  total: { of: '/total' },
  cacheRead: { of: '/read' },
  reasoning: { of: '/details/thinking' },
};

function merged(merge: 'latest-per-field' | 'snapshot', ...usages: readonly JsonValue[]): UsageNumbers {
  const usage = new UsageMerge({ merge, fields });
  for (const value of usages) {
    usage.add(value, []);
  }
  return usage.quantities();
}

describe('usage, merged by the latest number per field', () => {
  it('overwrites totals and never adds them up, falling ones included', () => {
    expect(merged('latest-per-field', { in: 10, out: 1 }, { out: 7 }, { out: 5 })).toEqual({ input: 10, output: 5 });
  });

  it('keeps what a later object leaves out or sets to null', () => {
    expect(merged('latest-per-field', { in: 10, read: 3 }, { in: null, read: null, out: 2 })).toEqual({
      input: 13,
      output: 2,
      cacheRead: 3,
    });
  });

  it('takes 0 for a number, and absence for nothing', () => {
    expect(merged('latest-per-field', { in: 0, out: 0 })).toEqual({ input: 0, output: 0 });
    expect(merged('latest-per-field', { read: 3 })).toEqual({ cacheRead: 3 });
    expect(merged('latest-per-field', {}, { in: null }, { in: '7' }, null, 'usage', [1])).toEqual({});
  });

  it('adds the further numbers of a quantity where they are given, and only to a number that is', () => {
    expect(merged('latest-per-field', { in: 1, read: 2, written: 4 })).toMatchObject({ input: 7 });
    expect(merged('latest-per-field', { in: 1, written: 4 })).toEqual({ input: 5 });
  });

  it('reads details, null ones as nothing', () => {
    expect(merged('latest-per-field', { details: { thinking: 3 } })).toEqual({ reasoning: 3 });
    expect(merged('latest-per-field', { details: { thinking: 3 } }, { details: null })).toEqual({ reasoning: 3 });
  });

  it('says whether an object held any number but the excepted ones', () => {
    const usage = new UsageMerge({ merge: 'latest-per-field', fields });
    expect(usage.add({ out: 1, details: { thinking: 1 } }, ['/out', '/details/thinking'])).toBe(false);
    expect(usage.add({ out: null, tier: 'standard' }, [])).toBe(false);
    expect(usage.add({ in: 0, out: 1 }, ['/out'])).toBe(true);
    expect(usage.quantities()).toEqual({ input: 0 });
  });
});

describe('usage, as the latest snapshot', () => {
  it('forgets what the latest one leaves out', () => {
    expect(merged('snapshot', { in: 10, out: 2, read: 4, total: 12 }, { in: 11, out: 5, total: 16 })).toEqual({
      input: 11,
      output: 5,
      total: 16,
    });
  });

  it('keeps the one before where the latest has no total', () => {
    expect(merged('snapshot', { in: 10, out: 2, total: 12 }, { requests: 1 })).toEqual({
      input: 10,
      output: 2,
      total: 12,
    });
    expect(merged('snapshot', { in: 10 }, { in: 11, out: 5, total: 16 })).toEqual({ input: 11, output: 5, total: 16 });
  });
});

describe('a quantity whose zeros are left out', () => {
  it('counts as 0 where the other number is there', () => {
    const usage = new UsageMerge({
      merge: 'snapshot',
      fields: { output: { of: '/out', plus: ['/thoughts'], zeroWith: '/total' }, total: { of: '/total' } },
    });
    usage.add({ thoughts: 4, total: 9 }, []);
    expect(usage.quantities()).toEqual({ output: 4, total: 9 });
    const unknown = new UsageMerge({ merge: 'snapshot', fields: { output: { of: '/out', zeroWith: '/total' } } });
    unknown.add({ thoughts: 4 }, []);
    expect(unknown.quantities()).toEqual({});
  });
});

describe('a rule that reports usage', () => {
  it('may stand at the event itself', () => {
    const { events } = runTiny({ rules: { go: [{ in: 'start', usage: '' }] } }, [{ type: 'go', in: 3 }]);
    expect(lines(events)).toEqual(['usage.reported: {"input":3}']);
  });

  it('reports totals so far, and nothing where nothing was said', () => {
    const { events } = runTiny({ rules: { go: [{ in: 'start', usage: '/usage' }] } }, [
      { type: 'go', usage: { in: 3 } },
      { type: 'go', usage: null },
      { type: 'go', usage: { out: null } },
      { type: 'go' },
      { type: 'go', usage: { out: 0 } },
    ]);
    expect(events).toEqual([
      { kind: 'usage.reported', usage: { input: 3 }, frame: 0 },
      { kind: 'usage.reported', usage: { input: 3, output: 0 }, frame: 4 },
    ]);
  });

  it('leaves placeholders out', () => {
    const rules = { go: [{ in: 'start', usage: { at: '/usage', except: ['/out'] } }] };
    const { events } = runTiny({ rules }, [
      { type: 'go', usage: { out: 1 } },
      { type: 'go', usage: { in: 3, out: 1 } },
    ]);
    expect(lines(events)).toEqual(['usage.reported: {"input":3}']);
  });
});
