import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { makePlan } from '../../../src/certify/plan/plan.ts';
import type { PlannedCase } from '../../../src/certify/plan/planned-case.ts';

/** All cases of a Chat client over a Chat upstream, or those of one recording. */
export function chatCases(name?: string): readonly PlannedCase[] {
  const { recordings, scenarios } = loadRecordingSet([]);
  return makePlan([{ client: 'openai-chat', upstream: 'openai-chat', model: 'm', headers: {} }], {
    recordings: recordings.filter((recording) => name === undefined || recording.name === name),
    scenarios,
    level: 'core',
    exhaustive: false,
  }).cases;
}
