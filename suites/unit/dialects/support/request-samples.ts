import { isObject, type JsonObject, parseJson } from '../../../../src/core/json.ts';
import type { NeutralRequest, Turn } from '../../../../src/core/scenario.ts';

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

/** Two calls in one round, with their results. */
export const toolRound: readonly Turn[] = [
  { role: 'user', text: 'Add twice.' },
  {
    role: 'assistant',
    text: 'Sure.',
    tools: [
      { id: '1', name: 'add', arguments: '{"a":1}' },
      { id: '2', name: 'add', arguments: '{"a":2}' },
    ],
  },
  { role: 'tool', id: '1', name: 'add', result: 'one' },
  { role: 'tool', id: '2', name: 'add', result: 'two' },
  { role: 'user', text: 'And?' },
];

/** What is left of a body on the other side of a wire. */
export function sent(body: JsonObject): JsonObject {
  const parsed = parseJson(JSON.stringify(body));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}
