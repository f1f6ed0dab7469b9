import { concludeRun, type RunOutcome } from '../../../src/certify/judge/conclude.ts';
import type { CaseResult, Finding } from '../../../src/certify/judge/result.ts';
import type { RunHeader } from '../../../src/certify/judge/run-header.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { shortHash } from '../../../src/core/hash.ts';

/** The header of a run over two requirements that exist, its whole plan selected. */
export function sampleHeader(cases: number, more: Partial<RunHeader> = {}): RunHeader {
  return {
    relaycert: '0.1.0',
    relay: { name: 'portkey', version: '1.15.2' },
    grade: 'protective',
    level: 'core',
    seed: '1',
    routes: ['openai-chat<anthropic-messages'],
    cases,
    requirements: 2,
    plan: { cases, requirements: 2 },
    strict: false,
    deviations: [],
    basis: {
      configHash: 'a'.repeat(64),
      exhaustive: false,
      contracts: { 'openai-chat': '2026-11-30' },
      recordingsHash: 'b'.repeat(64),
      requirements: ['relay/error/surfaced', 'relay/tools/arguments-verbatim'],
      notRun: [
        { mutation: 'interleave-tools', reason: 'one tool call at most', recordings: ['openai-chat/short-text'] },
      ],
    },
    again: 'npx relaycert certify --relay portkey',
    startedAt: '2026-11-30T12:00:00.000Z',
    ...more,
  };
}

/** A case by its path; it passed both requirements unless findings say otherwise. */
export function sampleCase(
  path: string,
  findings: readonly Partial<Finding>[] = [],
  more: Partial<CaseResult> = {},
): CaseResult {
  const id = shortHash(path);
  const base = {
    case: id,
    casePath: path,
    topic: 'faults',
    route: 'openai-chat<anthropic-messages',
    mode: 'stream',
  } as const;
  const full = findings.map((finding) => ({ ...sampleFinding(path), ...finding }));
  const verdictOf = (requirement: string, failed: 'fail' | 'warn') => ({
    requirement,
    verdict: full.some((finding) => finding.requirement === requirement) ? failed : ('pass' as const),
  });
  return {
    ...base,
    recording: 'short-text',
    verdicts: [verdictOf('relay/error/surfaced', 'fail'), verdictOf('relay/tools/arguments-verbatim', 'warn')],
    findings: full,
    attempts: 1,
    durationMs: 12,
    ...more,
  };
}

function sampleFinding(path: string): Finding {
  return {
    fault: 'f'.repeat(12),
    requirement: 'relay/error/surfaced',
    severity: 'must',
    blame: 'introduced',
    grade: 'faithful',
    case: shortHash(path),
    casePath: path,
    route: 'openai-chat<anthropic-messages',
    expected: 'an error event, then the end of the stream',
    actual: 'finish_reason "overloaded_error", then [DONE]',
    frames: [4, 5],
    frameCount: 6,
    cause: 'error_swallowed',
    hash: 'c'.repeat(12),
  };
}

export const shouldFinding: Partial<Finding> = {
  requirement: 'relay/tools/arguments-verbatim',
  severity: 'should',
  expected: 'the same text',
  actual: 'the same JSON, written differently',
};

/** Concluded as `certify` does. */
export function sampleOutcome(
  results: readonly CaseResult[],
  more: Partial<RunHeader> = {},
  faults: readonly string[] = [],
): RunOutcome {
  return concludeRun(sampleHeader(results.length, more), results, faults, sampleEnd);
}

export const sampleEnd = new Date('2026-11-30T12:01:00.000Z');

/** A clock that stands still until it is moved. */
export function handClock(): Clock & { readonly advance: (ms: number) => void } {
  let now = 0;
  return {
    now: () => now,
    date: () => new Date(sampleEnd.getTime() + now),
    after: () => () => undefined,
    sleep: () => Promise.resolve(),
    advance: (ms) => {
      now += ms;
    },
  };
}
