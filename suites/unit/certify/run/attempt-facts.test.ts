import { expect, test } from 'vitest';
import { loadRecordingSet } from '../../../../src/certify/options/recording-set.ts';
import { attemptFacts } from '../../../../src/certify/run/attempt-facts.ts';
import type { NeutralRequest } from '../../../../src/core/scenario.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';

const several = loadRecordingSet([]).recordings.filter(({ facts }) => (facts.n ?? 1) > 1);

const forgetful: NeutralRequest = {
  model: 'm',
  stream: true,
  turns: [{ role: 'user', text: 'Two names, please.' }],
  tools: [],
  includeUsage: true,
  choices: 1,
};

test.each(several)(
  'what the upstream writes of $dialect $name is whole for a relay that asks for one choice',
  (recording) => {
    const { dialect, mode, script, traits = [] } = recording;
    const capture = { ...script, chunks: script.writes, endedAtMs: 0 };
    const facts = attemptFacts(forgetful, recording);
    const { outcome } = readCapture(dialect, mode, capture, { facts, traits, drift: false });
    expect(outcome).toMatchObject({ phase: 'completed', integrity: 'complete' });
  },
);

test('there are such recordings, and without one the request decides', () => {
  expect(several.length).toBeGreaterThan(1);
  expect(attemptFacts({ ...forgetful, choices: 3 }, undefined)).toMatchObject({ n: 3 });
});
