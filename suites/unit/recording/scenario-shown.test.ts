import { describe, expect, it } from 'vitest';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { loadScenarios } from '../../../src/recording/load-scenarios.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { notShown } from '../../../src/recording/scenario-shown.ts';
import { ownRecordings, recordedCapture } from '../../support/streams/law-streams.ts';

const scenarios = new Map(loadScenarios().map((scenario) => [scenario.name, scenario]));
const synthesised = ownRecordings.filter(({ provenance }) => provenance === 'synthesised');

function missing(recording: Recording, asked = recording.scenario): readonly string[] {
  const scenario = scenarios.get(asked ?? '') ?? expect.fail(`no scenario ${asked}`);
  const { outcome } = readCapture(recording.dialect, recording.mode, recordedCapture(recording), {
    facts: recording.facts,
  });
  return notShown(scenario, recording.dialect, outcome);
}

describe('what a scenario is for', () => {
  it.each(synthesised.map((recording) => [`${recording.dialect}/${recording.name}`, recording] as const))(
    'is shown by the recording made from it: %s',
    (_, recording) => {
      expect(missing(recording)).toEqual([]);
    },
  );

  it.each([
    ['one-tool', 'a part of kind tool'],
    ['parallel-tools', '2 parts of kind tool'],
    ['max-tokens', 'an answer that the token limit cut'],
    ['two-choices', '2 choices'],
    ['reasoning-then-text', 'a part of kind reasoning'],
  ])('is not shown by a plain text where %s was asked', (asked, what) => {
    const plain = synthesised.filter(({ name }) => name === 'short-text');
    expect(plain.length).toBeGreaterThan(3);
    const lacking = plain.map((recording) => missing(recording, asked)).filter((found) => found.length > 0);
    expect(lacking.length).toBeGreaterThan(0);
    for (const found of lacking) {
      expect(found).toContain(what);
    }
  });

  it('is shown by any words, because what a model says is not judged', () => {
    const [plain] = synthesised.filter(({ name, dialect }) => name === 'long-text' && dialect === 'openai-chat');
    expect(plain && missing(plain, 'short-text')).toEqual([]);
  });
});
