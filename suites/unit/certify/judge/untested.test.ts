import { expect, test } from 'vitest';
import type { CaseResult } from '../../../../src/certify/judge/result.ts';
import { untestedRequirements } from '../../../../src/certify/judge/untested.ts';
import { requirements } from '../../../../src/requirements/registry.generated.ts';
import { sampleCase, sampleOutcome } from '../../../support/certify/run-samples.ts';

const partialKept = requirements.filter(({ id }) => id === 'relay/error/partial-kept');
const [stimulus = ''] = partialKept.flatMap(({ provenBy }) => provenBy.flatMap((proof) => proof.stimulus ?? []));
const route = 'openai-chat<anthropic-messages';

function cases(applied: number, unapplied: number, more: Partial<CaseResult> = {}): readonly CaseResult[] {
  return Array.from({ length: applied + unapplied }, (_case, index) =>
    sampleCase(`${route}/short-text~${stimulus}@${index}${more.route ?? ''}/stream`, [], {
      mutation: stimulus,
      ...(index < applied ? {} : { unapplied: 'the relay asked for a body' }),
      ...more,
    }),
  );
}

test('a requirement with fewer than a quarter of its cases is untested on that route', () => {
  expect(stimulus).not.toBe('');
  expect(untestedRequirements(cases(2, 7), partialKept)).toEqual([
    { requirement: 'relay/error/partial-kept', route, applied: 2, cases: 9 },
  ]);
  expect(untestedRequirements(cases(2, 6), partialKept)).toEqual([]);
});

test('each route counts for itself, and what was not run counts for none', () => {
  const other = cases(0, 3, { route: 'openai-chat<openai-chat' });
  const refused = cases(0, 9, { notRun: 'refused' });
  expect(untestedRequirements([...cases(3, 0), ...other, ...refused], partialKept)).toEqual([
    { requirement: 'relay/error/partial-kept', route: 'openai-chat<openai-chat', applied: 0, cases: 3 },
  ]);
});

test('a requirement that an unchanged answer can break is always tested', () => {
  const text = requirements.filter(({ id }) => id === 'relay/text/equal');
  expect(untestedRequirements(cases(0, 9), text)).toEqual([]);
});

test('the outcome of a run and its certificate name what is untested', () => {
  const outcome = sampleOutcome([sampleCase(`${route}/short-text/stream`), ...cases(0, 5)]);
  const untested =
    outcome.untested?.find(({ requirement }) => requirement === 'relay/error/surfaced') ?? outcome.untested?.[0];
  expect(untested).toMatchObject({ route, applied: 0, cases: 5 });
  expect(outcome.verdict).toBe('certified');
  expect(outcome.certificate?.untested).toEqual(outcome.untested);
});
