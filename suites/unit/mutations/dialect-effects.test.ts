import { describe, expect, it } from 'vitest';
import { type Effect, effectOf } from '../../../src/core/mutation.ts';
import { mutationsById } from '../../../src/mutations/registry.generated.ts';

const dialects = ['anthropic-messages', 'gemini-generate', 'ollama-chat', 'openai-chat', 'openai-responses'] as const;

const [p, r, f] = ['preserving', 'repairable', 'fault'] as const;

type Row = readonly [messages: Effect, gemini: Effect, ollama: Effect, chat: Effect, responses: Effect];

/** Every mutation whose effect follows from the contract, with what is known of the dialects' official clients. */
const rows: readonly (readonly [keyof typeof mutationsById, stimulus: Row | undefined, breakage: Row])[] = [
  // `@google/genai` loses an event whose block holds more than one data line.
  ['comment-inside', [p, r, p, p, p], [p, f, p, p, p]],
  ['multi-line-data', [p, r, p, p, p], [p, f, p, p, p]],
  // Gemini models have repeated the finish reason, and nothing but the finish reason ends their streams.
  ['finish-repeated', [r, r, r, r, r], [f, r, f, f, f]],
  ['second-terminal', undefined, [f, r, f, f, f]],
  // No type of Gemini's says that the id stays the same, though it does in every stream. Ollama's answers have none.
  ['id-changed', undefined, [f, r, r, f, f]],
  ['id-emptied', [r, r, r, r, r], [f, r, r, f, f]],
  // Gemini's own calls have no ids, nor have those of older servers of Ollama.
  ['tool-id-dropped', undefined, [f, r, r, f, f]],
  // Chat and Ollama have channels for text, reasoning and calls, and no order among them.
  ['call-before-text', undefined, [f, f, p, p, f]],
  ['reasoning-after-text', undefined, [f, f, p, p, f]],
  // The SDK of Messages goes by the event line, that of Responses by the type in the data.
  ['event-line-dropped', undefined, [f, p, p, p, r]],
  // Messages writes block after block; Responses does too, but every reader goes by the index.
  ['interleave-tools', [r, p, p, p, r], [f, p, p, p, r]],
];

describe('the effect of a mutation that follows from the contract', () => {
  it.each(rows)('%s', (id, stimulus, breakage) => {
    const mutation = mutationsById[id];
    if (mutation.target !== 'wire') {
      expect.fail(`${id} changes requests`);
    }
    const effects = (use: 'stimulus' | 'breakage') => dialects.map((dialect) => effectOf(mutation, use, dialect));
    expect(effects('stimulus')).toEqual(stimulus ?? dialects.map(() => undefined));
    expect(effects('breakage')).toEqual(breakage);
  });

  it('is of no other mutation', () => {
    const derived = Object.values(mutationsById).filter(
      (mutation) =>
        mutation.target === 'wire' &&
        (typeof mutation.stimulus === 'function' || typeof mutation.breakage === 'function'),
    );
    expect(derived.map(({ id }) => id).toSorted()).toEqual(rows.map(([id]) => id).toSorted());
  });
});
