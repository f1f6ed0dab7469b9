import { describe, expect, test } from 'vitest';
import { textOf } from '../support/anatomy/source-files.ts';
import { projectCopy } from '../support/documents/project-copy.ts';
import { doStep, tutorialSteps } from '../support/documents/tutorial.ts';

describe.each(['docs/tutorial-mutation.md', 'docs/tutorial-dialect.md'])('%s', (document) => {
  test('does what it says, step by step', { timeout: 900_000 }, () => {
    const folder = projectCopy();
    const steps = tutorialSteps(textOf(document));
    expect(steps.length).toBeGreaterThan(3);
    for (const { title, step } of steps) {
      expect(() => doStep(step, folder), title).not.toThrow();
    }
  });
});
