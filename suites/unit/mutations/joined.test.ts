import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/core/json.ts';
import { itemsAt } from '../../../src/core/json-path.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { dataOf, mutate, readScript, reasonAgainst } from '../../support/triangle/mutate.ts';

const gemini = dialectSamples['gemini-generate'].streams;
const chat = dialectSamples['openai-chat'].streams;
const ollama = dialectSamples['ollama-chat'].streams;

function parsedData(script: Parameters<typeof dataOf>[0]) {
  return dataOf(script).map((data) => {
    const parsed = parseJson(data);
    return parsed.ok ? parsed.value : data;
  });
}

describe('joining events', () => {
  it('puts parts of Gemini into one list, calls too, and the finish reason beside them', () => {
    const [whole, ...others] = parsedData(
      mutate('events-joined', gemini['parallel-tools'], 'gemini-generate', { label: 'all' }),
    );
    expect(others).toEqual([]);
    expect(itemsAt(whole, ['candidates', 0, 'content', 'parts'])).toHaveLength(4);
    expect(whole).toMatchObject({ candidates: [{ finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 12 } });
  });

  it('does it two by two', () => {
    const pairs = parsedData(mutate('events-joined', gemini['parallel-tools'], 'gemini-generate', { label: 'pairs' }));
    expect(pairs.map((json) => itemsAt(json, ['candidates', 0, 'content', 'parts']).length)).toEqual([2, 2]);
  });

  it('keeps numbers digit for digit', () => {
    const script = mutate('events-joined', gemini['one-tool'], 'gemini-generate', { label: 'all' });
    expect(dataOf(script).join()).toContain('9007199254740993');
  });

  it('puts text, calls and the finish reason into one chunk of Chat, and leaves usage and the end alone', () => {
    const script = mutate('events-joined', chat['parallel-tools'], 'openai-chat', { label: 'all' });
    expect(dataOf(script).length).toBeLessThan(dataOf(chat['parallel-tools']).length);
    expect(dataOf(script).at(-1)).toBe('[DONE]');
    const { choices, usage } = readScript(script, 'openai-chat').outcome;
    const before = readScript(chat['parallel-tools'], 'openai-chat').outcome;
    expect({ choices, usage }).toEqual({ choices: before.choices, usage: before.usage });
  });

  it('joins text and calls into one line of Ollama', () => {
    const script = mutate('events-joined', ollama['parallel-tools'], 'ollama-chat', { label: 'all' });
    expect(dataOf(script).length).toBeLessThan(dataOf(ollama['parallel-tools']).length);
    expect(readScript(script, 'ollama-chat').outcome.choices).toEqual(
      readScript(ollama['parallel-tools'], 'ollama-chat').outcome.choices,
    );
  });

  it('has no meaning where an event says one thing', () => {
    for (const dialect of ['anthropic-messages', 'openai-responses'] as const) {
      expect(reasonAgainst('events-joined', dialectSamples[dialect].streams['short-text'], dialect)).toBe(
        'an event of its dialect says one thing',
      );
    }
  });
});
