import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/certify/judge/judge.ts';
import { runVerdict } from '../../../src/certify/judge/verdict.ts';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { makePlan } from '../../../src/certify/plan/plan.ts';
import type { PlannedCase } from '../../../src/certify/plan/planned-case.ts';
import { createStimulus, recordingInDialect } from '../../../src/certify/run/stimulus.ts';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { Capture, WireScript } from '../../../src/core/exchange.ts';
import { defaultPolicies } from '../../../src/core/policies.ts';
import type { Mode } from '../../../src/core/route.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { requirements } from '../../../src/requirements/registry.generated.ts';
import type { SeenRequest } from '../../../src/upstream/seen-request.ts';
import { sampleCase, sampleOutcome } from '../../support/certify/run-samples.ts';

const { recordings, scenarios } = loadRecordingSet([]);
const routes = dialectIds.map((upstream) => ({ client: 'openai-chat', upstream, model: 'm', headers: {} }) as const);
const { cases } = makePlan(routes, {
  recordings: recordings.filter(({ name }) => name === 'short-text' || name === 'one-tool'),
  scenarios,
  level: 'core',
  exhaustive: false,
});

const find = (path: string): PlannedCase => cases.find((planned) => planned.path === path) ?? expect.fail(path);

/** What a relay asks the upstream for, in this mode, on behalf of a client that wants a stream. */
function seen({ route, request }: PlannedCase, mode: Mode, dialect: DialectId = route.upstream): SeenRequest {
  const neutral = { ...request, stream: mode === 'stream', includeUsage: true };
  return { dialect, mode, method: 'POST', path: '/', headers: [], body: {}, neutral, attempt: 0, arrivedAtMs: 0 };
}

function capture({ head, writes, ending }: WireScript): Capture {
  return { head, chunks: writes, ending, endedAtMs: 0 };
}

describe('a relay that asks for a body where its client wants a stream', () => {
  const bodyOf = (path: string) => {
    const planned = find(path);
    const { answer, unapplied } = createStimulus(planned, '1');
    const script = answer(seen(planned, 'body'));
    const { outcome } = readCapture(planned.route.upstream, 'body', capture(script), { drift: false });
    return { script, outcome, unapplied: unapplied() };
  };

  test.each(dialectIds)('gets the HTTP error of the case from %s, and no answer', (dialect) => {
    const { outcome, unapplied } = bodyOf(`openai-chat<${dialect}/short-text~http-error@429/stream`);
    expect(outcome).toMatchObject({ phase: 'failed', error: { class: 'rate_limit', status: 429 } });
    expect(unapplied).toBeUndefined();
  });

  test.each(dialectIds)('gets the finish reason of the case from %s', (dialect) => {
    const sweep = cases.filter(
      ({ mutation, recording, route }) =>
        mutation?.id === 'finish-sweep' && recording.name === 'short-text' && route.upstream === dialect,
    );
    expect(sweep.length).toBeGreaterThan(1);
    for (const planned of sweep) {
      const streamed = createStimulus(planned, '1').answer(seen(planned, 'stream'));
      const { outcome } = readCapture(dialect, 'stream', capture(streamed), { drift: false });
      const body = bodyOf(planned.path);
      const finishes = (choices: typeof outcome.choices) => choices.map(({ finish }) => finish);
      expect(finishes(body.outcome.choices), planned.path).toEqual(finishes(outcome.choices));
      expect(body.outcome.phase).toBe(outcome.phase);
      expect(body.unapplied).toBeUndefined();
    }
  });

  test('gets a body that is cut, wherever the stream would have been', () => {
    for (const count of [0, 3, 7]) {
      const { script, outcome } = bodyOf(`openai-chat<anthropic-messages/short-text~cut-fin@${count}/stream`);
      expect(script.ending).toBe('fin');
      expect(outcome.integrity).toBe('transport_error');
    }
  });

  test('gets the plain body where a change has no meaning for one, and the case says so', () => {
    const { outcome, unapplied } = bodyOf(
      'openai-chat<anthropic-messages/short-text~error-event@overloaded_error@3/stream',
    );
    expect(outcome.integrity).toBe('complete');
    expect(unapplied).toBe('the relay asked for a body: a body that is not streamed has no events');
  });

  test('leaves every mutation either applied or explained, in every dialect', () => {
    for (const planned of cases.filter(({ mutation }) => mutation !== undefined)) {
      const { answer, unapplied } = createStimulus(planned, '1');
      const { mutation: _, ...unchanged } = planned;
      const plain = createStimulus(unchanged, '1').answer(seen(planned, 'body'));
      const changed = answer(seen(planned, 'body'));
      expect(changed === plain || JSON.stringify(changed) === JSON.stringify(plain), planned.path).toBe(
        unapplied() !== undefined,
      );
    }
  });
});

test('a case whose second attempt asks for a stream is no idle case', () => {
  const planned = find('openai-chat<anthropic-messages/short-text~error-event@overloaded_error@3/stream');
  const { answer, unapplied } = createStimulus(planned, '1');
  expect(unapplied()).toBeUndefined();
  answer(seen(planned, 'body'));
  expect(unapplied()).toMatch(/no events/);
  answer(seen(planned, 'stream'));
  expect(unapplied()).toBeUndefined();
});

describe('a relay that asks in another dialect than its route names', () => {
  const answerIn = (path: string, dialect: DialectId) => {
    const planned = find(path);
    const stimulus = createStimulus(planned, '1', (other) => recordingInDialect(recordings, planned.recording, other));
    const script = stimulus.answer(seen(planned, 'stream', dialect));
    const mode = script.head.status === 200 ? 'stream' : 'body';
    return { ...stimulus, script, outcome: readCapture(dialect, mode, capture(script), { drift: false }).outcome };
  };

  test.each(dialectIds)('gets the same scenario in %s', (dialect) => {
    const { outcome, unapplied, recordingFor } = answerIn('openai-chat<anthropic-messages/short-text/stream', dialect);
    expect(outcome.integrity).toBe('complete');
    expect(recordingFor(dialect)).toMatchObject({ dialect, scenario: 'short-text' });
    expect(unapplied()).toBeUndefined();
  });

  test.each(dialectIds)('gets the same fault in %s', (dialect) => {
    for (const label of ['http-error@429', 'error-event@overloaded_error@3', 'cut-fin@4']) {
      const { outcome, unapplied } = answerIn(`openai-chat<anthropic-messages/short-text~${label}/stream`, dialect);
      expect(outcome.integrity, `${label} in ${dialect}`).not.toBe('complete');
      expect(unapplied()).toBeUndefined();
    }
  });

  test.each(dialectIds.filter((dialect) => dialect !== 'anthropic-messages'))(
    'gets an error of %s where the scenario has no recording, and the case shows nothing',
    (dialect) => {
      const planned = find('openai-chat<anthropic-messages/short-text~cut-fin@4/stream');
      const { answer, unapplied } = createStimulus(planned, '1');
      const { outcome } = readCapture(dialect, 'body', capture(answer(seen(planned, 'stream', dialect))));
      expect(outcome).toMatchObject({ phase: 'failed', error: { status: 404, class: 'not_found' } });
      expect(unapplied()).toBe(`the relay asked in ${dialect}, in which the scenario has no recording`);
    },
  );
});

describe('a case whose mutation changed nothing', () => {
  test('has no verdict but not-applicable, with the reason, and no finding', () => {
    const planned = find('openai-chat<anthropic-messages/short-text~error-event@overloaded_error@3/stream');
    const { answer } = createStimulus(planned, '1');
    const script = answer(seen(planned, 'body'));
    const broken: WireScript = { ...script, writes: [], head: { status: 200, headers: [] } };
    const evidence: Evidence = {
      caseId: planned.id,
      route: planned.route,
      mode: 'stream',
      mutation: { id: 'error-event', effect: 'fault', unapplied: 'there are no events' },
      request: planned.request,
      client: readCapture('openai-chat', 'stream', capture(broken)),
      attempts: [],
      policies: defaultPolicies,
    };
    const { verdicts, findings } = judge(evidence, planned.path, requirements);
    expect(new Set(verdicts.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
      new Set(['not-applicable: there are no events']),
    );
    expect(findings).toEqual([]);
    const { mutation: _, ...plain } = evidence;
    expect(judge(plain, planned.path, requirements).findings).not.toEqual([]);
  });

  test('neither passes nor refuses, and nothing but such cases certifies nobody', () => {
    const idle = sampleCase('a<b/c~d/stream', [], { unapplied: 'there are no events' });
    const { counts, verdict } = sampleOutcome([idle, sampleCase('a<b/c/stream')]);
    expect(counts).toMatchObject({ cases: 2, passed: 1, refused: 0, unapplied: 1 });
    expect(verdict).toBe('certified');
    const deviations = { refused: [], accepted: [], stale: [], expired: [], byCase: [] };
    expect(
      runVerdict({
        planned: 1,
        results: [idle],
        deviations,
        measure: { strict: false, grade: 'protective' },
        faults: [],
      }),
    ).toBe('unfinished');
  });
});

test('a case waits for none of the times that were recorded', () => {
  const paced = recordings
    .filter(({ dialect }) => dialect === 'openai-chat')
    .map((recording) => ({
      ...recording,
      script: {
        ...recording.script,
        writes: recording.script.writes.map(({ bytes }, index) => ({ atMs: index * 1_000, bytes })),
      },
    }));
  const route = { client: 'openai-chat', upstream: 'openai-chat', model: 'm', headers: {} } as const;
  const plan = makePlan([route], { recordings: paced, scenarios, level: 'core', exhaustive: false });
  const plain = plan.cases.filter(({ mutation, mode }) => mutation === undefined && mode === 'stream');
  expect(plain.length).toBeGreaterThan(10);
  for (const planned of plain) {
    const { writes } = createStimulus(planned, '1').answer(seen(planned, 'stream'));
    expect(writes.length, planned.path).toBeGreaterThan(0);
    expect(new Set(writes.map(({ atMs }) => atMs)), planned.path).toEqual(new Set([0]));
  }
});
