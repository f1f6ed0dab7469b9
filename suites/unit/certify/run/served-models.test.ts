import { expect, test } from 'vitest';
import { createServedModels } from '../../../../src/certify/run/served-models.ts';

test('models of routes are listed, with and without their provider, and those of cases while they run', () => {
  const models = createServedModels([{ model: 'a/b' }, { model: 'c,d' }, { model: 'e-{case}' }]);
  expect(models.list()).toEqual(['relaycert', 'a/b', 'b', 'c,d', 'd']);
  const [first, second] = [models.add('e-1'), models.add('e-1')];
  expect(models.list()).toContain('e-1');
  first();
  expect(models.list()).toContain('e-1');
  second();
  expect(models.list()).not.toContain('e-1');
});
