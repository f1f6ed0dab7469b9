import type { NeutralRequest } from '../../../../src/core/scenario.ts';

/** The least that a client can ask. */
export const base: NeutralRequest = {
  model: 'm',
  stream: true,
  turns: [{ role: 'user', text: 'Hi' }],
  tools: [],
  includeUsage: true,
  choices: 1,
};

export const add = {
  name: 'add',
  description: 'Adds.',
  parameters: { type: 'object', properties: { a: { type: 'number' } } },
};
