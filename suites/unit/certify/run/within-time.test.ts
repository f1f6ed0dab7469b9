import { describe, expect, test } from 'vitest';
import { withinTime } from '../../../../src/certify/run/within-time.ts';
import { chatCases } from '../../../support/certify/chat-cases.ts';
import { handClock, sampleCase } from '../../../support/certify/run-samples.ts';

const cases = chatCases();
const unchanged = cases.filter(({ mutation }) => mutation === undefined).slice(0, 96);

/** What is run in a time when each unchanged case takes so many milliseconds, one after the other. */
async function runIn(ms: number, caseMs: number, seed = '1') {
  const clock = handClock();
  const ran: string[] = [];
  const run = async ({ id, path }: (typeof cases)[number]) => {
    ran.push(id);
    clock.advance(caseMs);
    return sampleCase(path);
  };
  const selected = await withinTime(cases, { kind: 'time', ms }, { seed, clock, session: { run } });
  return { selected, ran };
}

describe('a budget of time', () => {
  test('is filled at the speed of the unchanged cases, each of which is run once', async () => {
    const { selected, ran } = await runIn(unchanged.length * 10 + 5_000, 10);
    expect(ran).toEqual(unchanged.map(({ id }) => id));
    expect(selected).toHaveLength(unchanged.length + 500);
  });

  test('is never less than what it took to find out, and never more than there is', async () => {
    expect((await runIn(1, 10)).selected).toHaveLength(unchanged.length);
    expect((await runIn(10_000_000, 1)).selected).toEqual(cases);
  });

  test('gives the same cases for the same speed and seed', async () => {
    const [one, other] = [await runIn(5_000, 10), await runIn(5_000, 10)];
    expect(one.selected).toEqual(other.selected);
    expect((await runIn(5_000, 10, '2')).selected).not.toEqual(one.selected);
  });
});
