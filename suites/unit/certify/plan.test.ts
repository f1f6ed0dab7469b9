import { describe, expect, it } from 'vitest';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { makePlan } from '../../../src/certify/plan/plan.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { ownRecordings } from '../../support/streams/law-streams.ts';

const set = loadRecordingSet([]);

function planFor(client: DialectId, upstream: DialectId) {
  const routes = [{ client, upstream, model: 'm', headers: {} }];
  return makePlan(routes, { ...set, level: 'core', exhaustive: false });
}

const casesOf = (plan: ReturnType<typeof planFor>, name: string) =>
  plan.cases.filter(({ recording }) => recording.name === name);

describe('a plan', () => {
  it('leaves out what its client cannot have asked for, and says so', () => {
    const plan = planFor('anthropic-messages', 'openai-chat');
    const reason = 'a client of anthropic-messages cannot ask for it';
    const route = 'anthropic-messages<openai-chat';
    expect(plan.notAsked).toEqual(
      ['audio-transcript', 'logprobs', 'two-choices'].map((name) => ({
        recording: `openai-chat/${name}`,
        route,
        reason,
      })),
    );
    expect(casesOf(plan, 'two-choices')).toEqual([]);
    expect(casesOf(plan, 'citations').length).toBeGreaterThan(0);
  });

  it('asks for as many choices as the recording has', () => {
    const plan = planFor('openai-chat', 'gemini-generate');
    expect(plan.notAsked).toEqual([]);
    expect(new Set(casesOf(plan, 'two-choices').map(({ request }) => request.choices))).toEqual(new Set([2]));
    expect(new Set(casesOf(plan, 'short-text').map(({ request }) => request.choices))).toEqual(new Set([1]));
  });

  it('takes an answer that does not show what was asked for what it is', () => {
    const other = set.recordings.filter(({ notShown }) => notShown !== undefined);
    expect(other.map(({ name }) => name)).toContain('one-tool-smollm2');
    const cases = casesOf(planFor('openai-chat', 'openai-chat'), 'one-tool-smollm2');
    expect(cases.length).toBeGreaterThan(0);
    for (const { scenario, request } of cases) {
      expect(scenario).toBeUndefined();
      // The tools of the request that was recorded are declared, as of any recording without a scenario.
      expect(request.tools.length).toBeGreaterThan(0);
    }
  });

  it.each(dialectIds)('runs or leaves out every whole answer that is recorded in %s on every route', (upstream) => {
    const own = ownRecordings.filter(({ dialect }) => dialect === upstream);
    for (const client of dialectIds) {
      const plan = planFor(client, upstream);
      const run = new Set(plan.cases.map(({ recording }) => `${upstream}/${recording.name}`));
      const left = new Set(plan.notAsked.map(({ recording }) => recording));
      expect([...run, ...left].toSorted()).toEqual(own.map(({ name }) => `${upstream}/${name}`).toSorted());
    }
  });
});
