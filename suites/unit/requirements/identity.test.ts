import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { createRandom } from '../../../src/core/random.ts';
import { mutation as idEmptied } from '../../../src/mutations/id-emptied.ts';
import { answerOf, bothSides, redBetween, streamOf, told } from '../../support/triangle/both-sides.ts';
import { redOf } from '../../support/triangle/breakages.ts';
import { readScript } from '../../support/triangle/mutate.ts';

const needing = ['anthropic-messages', 'openai-chat', 'openai-responses'] as const;
const answer = answerOf([told.text(0, 'Yes.')]);

/** The stream of an answer without an id. */
function nameless(dialect: (typeof dialectIds)[number]) {
  const script = streamOf(dialect, answer);
  const variants = idEmptied.target === 'wire' ? idEmptied.variants(script, dialect, 'one') : [];
  return 'notApplicable' in variants ? script : (variants[0]?.apply(script, createRandom('1')) ?? script);
}

describe('the id of an answer', () => {
  test.each(needing)('is needed by a client of %s, from every upstream', (client) => {
    for (const upstream of dialectIds) {
      const evidence = bothSides({ client, upstream, sent: answer, seen: answer });
      const without = { ...evidence, client: readScript(nameless(client), client) };
      expect(redOf(evidence, 'must')).toEqual([]);
      expect(redOf(without, 'must')).toEqual(['relay/identity/id']);
    }
  });

  test.each(needing)(
    'may be missing at a client of %s when its upstream has a place for one and left it empty',
    (client) => {
      for (const upstream of dialectIds) {
        const evidence = bothSides({ client, upstream, sent: answer, seen: answer });
        const attempts = evidence.attempts.map((attempt) => ({
          ...attempt,
          reading: readScript(nameless(upstream), upstream),
        }));
        const red = redOf({ ...evidence, client: readScript(nameless(client), client), attempts }, 'must');
        expect(red).toEqual(upstream === 'ollama-chat' ? ['relay/identity/id'] : []);
      }
    },
  );

  test.each(['gemini-generate', 'ollama-chat'] as const)('is no must of %s, whose types have none', (client) => {
    const evidence = bothSides({ client, upstream: 'openai-chat', sent: answer, seen: answer });
    expect(redOf({ ...evidence, client: readScript(nameless(client), client) }, 'must')).toEqual([]);
  });

  test('is a relay’s own between dialects', () => {
    const seen = answer.map((step) => (step.kind === 'response.started' ? { ...step, id: 'other' } : step));
    expect(redBetween({ client: 'openai-chat', upstream: 'anthropic-messages', sent: answer, seen }, 'must')).toEqual(
      [],
    );
  });
});
