import { describe, expect, test } from 'vitest';
import { confirmFault, standing } from '../../../src/certify/judge/confirmed.ts';
import type { CaseResult, Finding } from '../../../src/certify/judge/result.ts';
import { sampleCase, sampleOutcome } from '../../support/certify/run-samples.ts';

const path = 'openai-chat<anthropic-messages/short-text/stream';
const fault = 'a'.repeat(12);
const harmless = { fault, requirement: 'relay/tools/arguments-verbatim', severity: 'must' } as const;

function result(findings: readonly Partial<Finding>[], more: Partial<CaseResult> = {}): CaseResult {
  return sampleCase(path, findings, more);
}

describe('a fault that is looked for again', () => {
  const shown = result([harmless], { concurrency: 16 });
  const gone = result([]);

  test.each([
    ['firm where it shows alone', { alone: shown, together: gone }, { firmness: 'firm' }],
    [
      'firm under load where it shows only beside others',
      { alone: gone, together: shown },
      { firmness: 'under-load', load: 16 },
    ],
    ['intermittent where it shows no more', { alone: gone, together: gone }, { firmness: 'intermittent' }],
    ['intermittent where cases run one at a time anyway', { alone: gone }, { firmness: 'intermittent' }],
  ])('is %s', (_title, again, expected) => {
    expect(confirmFault(fault, { first: [shown], ...again })).toEqual({ fault, ...expected });
  });

  test('is explained by our own delay only if every case that showed it was late', () => {
    const late = result([harmless], { delayMs: 900 });
    const again = { alone: gone, together: gone };
    expect(confirmFault(fault, { first: [late, late], ...again })).toMatchObject({ delayMs: 900 });
    expect(confirmFault(fault, { first: [late, shown], ...again })).not.toHaveProperty('delayMs');
  });

  test('refuses unless it is intermittent and explained, and harmless enough', () => {
    const { findings } = shown;
    const intermittent = { fault, firmness: 'intermittent' } as const;
    expect(standing(findings, [])).toEqual(findings);
    expect(standing(findings, [intermittent])).toEqual(findings);
    expect(standing(findings, [{ ...intermittent, delayMs: 900 }])).toEqual([]);
    // Another shard found it again.
    expect(
      standing(findings, [
        { ...intermittent, delayMs: 900 },
        { fault, firmness: 'firm' },
      ]),
    ).toEqual(findings);
    const falseSuccess = result([{ fault }]).findings;
    expect(standing(falseSuccess, [{ ...intermittent, delayMs: 900 }])).toEqual(falseSuccess);
  });

  test('is counted in the verdict of a run', () => {
    const outcome = sampleOutcome([shown]);
    expect(outcome.verdict).toBe('refused');
  });
});
