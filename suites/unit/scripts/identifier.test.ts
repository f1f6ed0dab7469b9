import { expect, test } from 'vitest';
import { identifier } from '../../../scripts/generate/identifier.ts';

test.each([
  ['ping', 'ping'],
  ['openai-chat', 'openaiChat'],
  ['relay/tools', 'relayTools'],
  ['cut-at-2-events', 'cutAt2Events'],
  ['new', 'newCommand'],
  ['delete', 'deleteCommand'],
])('the import of %s is called %s', (id, name) => {
  expect(identifier(id, 'command')).toBe(name);
});
