import { describe, expect, test } from 'vitest';
import type { CaseResult, Finding } from '../../../src/certify/judge/result.ts';
import { diagnose } from '../../../src/diagnosis/diagnose.ts';
import type { Diagnosis } from '../../../src/diagnosis/fault.ts';
import { sampleCase, sampleOutcome, shouldFinding } from '../../support/certify/run-samples.ts';

const route = 'openai-chat<anthropic-messages';
const path = (name: string): string => `${route}/${name}/stream`;

/** A case of a recording, unchanged or mutated. */
function run(recording: string, findings: readonly Partial<Finding>[], mutation?: string): CaseResult {
  const name = mutation === undefined ? recording : `${recording}~${mutation}`;
  return sampleCase(path(name), findings, { recording, ...(mutation === undefined ? {} : { mutation }) });
}

function faultsOf(...results: readonly CaseResult[]): Diagnosis {
  return diagnose(sampleOutcome(results));
}

describe('the diagnosis of a run', () => {
  test('has no fault where nothing was found', () => {
    expect(faultsOf(run('short-text', []))).toEqual([]);
  });

  test('tells what unchanged recordings show once, whatever mutated cases repeat it', () => {
    const faults = faultsOf(
      run('short-text', [{}]),
      run('short-text', [{}], 'ping'),
      run('one-tool', [{}]),
      run('one-tool', [{}], 'bom'),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]?.places).toMatchObject([{ route, condition: { when: 'always' }, cases: 4, judged: 4 }]);
    expect(faults[0]?.example.casePath).toBe(path('one-tool'));
  });

  test('says on which answers, or on what the upstream does, a fault shows', () => {
    const [some] = faultsOf(run('short-text', []), run('one-tool', [{}]), run('one-tool', [{}], 'ping'));
    expect(some?.places[0]?.condition).toEqual({ when: 'answers', recordings: ['one-tool'] });
    const [rare] = faultsOf(run('short-text', []), run('short-text', [{}], 'ping'), run('short-text', [{}], 'bom'));
    expect(rare?.places[0]?.condition).toEqual({ when: 'stimulus', mutations: ['bom', 'ping'] });
  });

  test('orders by severity, harm and reach, never by the number of cases', () => {
    const money = { requirement: 'relay/usage/equal', cause: 'usage_differs', actual: 'input = 0' };
    const many = ['ping', 'bom', 'coalesce', 'rechunk-bytes'].map((mutation) => run('short-text', [money], mutation));
    const faults = faultsOf(...many, run('short-text', [shouldFinding]), run('short-text', [{}], 'error-event'));
    expect(faults.map(({ requirement }) => requirement)).toEqual([
      'relay/error/surfaced',
      'relay/usage/equal',
      'relay/tools/arguments-verbatim',
    ]);
  });

  test('hangs what follows from a fault below it', () => {
    const cause = { requirement: 'relay/tools/arguments', cause: 'tool_arguments', fault: 'a'.repeat(12) };
    const follows = { requirement: 'any/tools/arguments-parse', cause: 'invalid_tool_json', fault: 'b'.repeat(12) };
    const faults = faultsOf(run('one-tool', [cause, follows]), run('parallel-tools', [cause, follows]));
    expect(faults.map(({ requirement }) => requirement)).toEqual(['relay/tools/arguments']);
    expect(faults[0]?.consequences.map(({ requirement }) => requirement)).toEqual(['any/tools/arguments-parse']);
    const alone = faultsOf(run('one-tool', [cause, follows]), run('parallel-tools', [follows]));
    expect(alone).toHaveLength(2);
  });

  test('joins the routes of a fault, and the forms in which it shows', () => {
    const elsewhere = { route: 'gemini-generate<openai-chat' } as const;
    const faults = faultsOf(
      run('short-text', [{}]),
      sampleCase('gemini-generate<openai-chat/short-text/stream', [elsewhere], elsewhere),
      run('one-tool', [{ actual: 'nothing at all', fault: 'e'.repeat(12) }]),
      run('unicode-text', [{}]),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]?.places.map((place) => place.route)).toEqual(expect.arrayContaining([route, elsewhere.route]));
    expect(faults[0]?.otherForms).toEqual(['nothing at all']);
  });

  test('keeps an issue of a contract apart at each place in an event', () => {
    const issue = { requirement: 'any/events/valid', issue: 'event.schema.chunk', cause: 'event.schema.chunk' };
    const faults = faultsOf(
      run('short-text', [
        { ...issue, actual: 'event.schema.chunk at /choices/0/index required' },
        { ...issue, actual: 'event.schema.chunk at /model type' },
      ]),
      run('two-choices', [{ ...issue, actual: 'event.schema.chunk at /choices/1/index required' }]),
    );
    expect(faults.map(({ places }) => places[0]?.cases).toSorted()).toEqual([1, 2]);
  });
});
