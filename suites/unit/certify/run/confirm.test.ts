import { expect, test } from 'vitest';
import type { PlannedCase } from '../../../../src/certify/plan/planned-case.ts';
import { type ConfirmBudget, confirm } from '../../../../src/certify/run/confirm.ts';
import { chatCases } from '../../../support/certify/chat-cases.ts';
import { sampleCase } from '../../../support/certify/run-samples.ts';

const cases = chatCases();
const unchanged = cases.filter(({ mutation, topic }) => mutation === undefined && topic === 'answers');
const suspects = cases.filter(({ mutation }) => mutation?.id === 'cut-fin').slice(0, 3);

async function confirmed(budget: ConfirmBudget, concurrency: number, msPerRun = 0) {
  const log: string[] = [];
  const running = new Set<string>();
  let now = 0;
  let mostAtOnce = 0;
  const run = (how: string) => async (planned: PlannedCase) => {
    expect(running.has(planned.id)).toBe(false);
    running.add(planned.id);
    mostAtOnce = Math.max(mostAtOnce, running.size);
    log.push(how);
    now += msPerRun;
    await Promise.resolve();
    running.delete(planned.id);
    return { ...sampleCase(planned.path), case: planned.id };
  };
  const result = await confirm(suspects, budget, {
    now: () => now,
    concurrency: () => concurrency,
    runAlone: run('alone'),
    runBeside: run('beside'),
    occupy: run('occupy'),
    company: unchanged,
  });
  return { result, log: log.join(' '), mostAtOnce };
}

test('each case runs alone, then beside as many others as there is room for', async () => {
  const { result, log, mostAtOnce } = await confirmed({ cases: 1, ms: 1_000 }, 4);
  expect(log).toBe('alone occupy occupy occupy beside');
  expect(mostAtOnce).toBe(4);
  expect(result.map((entry) => [entry.case, entry.alone.case, entry.together?.case])).toEqual([
    [suspects[0]?.id, suspects[0]?.id, suspects[0]?.id],
  ]);
});

test('where cases run one at a time there is nothing to run beside', async () => {
  const { result, log } = await confirmed({ cases: 9, ms: 1_000 }, 1);
  expect(log).toBe('alone alone alone');
  expect(result.every(({ together }) => together === undefined)).toBe(true);
});

test('no case is begun when the budget is spent', async () => {
  expect((await confirmed({ cases: 2, ms: 1_000 }, 1)).result).toHaveLength(2);
  expect((await confirmed({ cases: 9, ms: 100 }, 1, 60)).result).toHaveLength(2);
  expect((await confirmed({ cases: 9, ms: 0 }, 1)).result).toEqual([]);
});
