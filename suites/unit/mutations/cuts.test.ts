import { describe, expect, it } from 'vitest';
import { effectOf } from '../../../src/core/mutation.ts';
import { mutation as cutEof } from '../../../src/mutations/cut-eof.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { mutate, readScript, reasonAgainst, textOf, variantsOf } from '../../support/triangle/mutate.ts';

const messages = dialectSamples['anthropic-messages'].streams;
const chat = dialectSamples['openai-chat'].streams;

describe('cut-eof', () => {
  it('cuts after every event before the terminal', () => {
    const labels = variantsOf('cut-eof', messages['short-text'], 'anthropic-messages').map(({ label }) => label);
    expect(labels).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('samples the first, the middle and the last boundary', () => {
    const labels = (extent: 'sample' | 'one') =>
      variantsOf('cut-eof', messages['short-text'], 'anthropic-messages', extent).map(({ label }) => label);
    expect(labels('sample')).toEqual(['1', '4', '6']);
    expect(labels('one')).toEqual(['4']);
  });

  it('ends in good order with exactly as many events as its label says', () => {
    const script = mutate('cut-eof', chat['short-text'], 'openai-chat', { label: '2' });
    expect(textOf(script)).toBe(textOf({ ...script, writes: chat['short-text'].writes.slice(0, 2) }));
    expect(script.ending).toBe('clean');
  });

  it('is repairable only after the finish reason of a dialect whose clients need no terminal', () => {
    const effects = (sample: typeof chat, dialect: 'openai-chat' | 'anthropic-messages') =>
      variantsOf('cut-eof', sample['short-text'], dialect).map((variant) =>
        effectOf(cutEof, 'stimulus', dialect, variant),
      );
    expect(effects(chat, 'openai-chat')).toEqual(['fault', 'fault', 'fault', 'repairable', 'repairable']);
    expect(new Set(effects(messages, 'anthropic-messages'))).toEqual(new Set(['fault']));
    expect(
      variantsOf('cut-eof', chat['short-text'], 'openai-chat').map((variant) =>
        effectOf(cutEof, 'breakage', 'openai-chat', variant),
      ),
    ).toEqual(Array(5).fill('fault'));
  });

  it('never reaches the terminal, even of a script with fewer events than the one it was made for', () => {
    const last = variantsOf('cut-eof', messages['parallel-tools'], 'anthropic-messages').at(-1);
    const script = last?.apply(messages['short-text'], { integer: () => 0, pick: ([item]) => item ?? expect.fail() });
    expect(script && textOf(script)).not.toContain('message_stop');
  });

  it('has no meaning for a body, nor for a stream that does not succeed', () => {
    expect(reasonAgainst('cut-eof', dialectSamples['openai-chat'].body, 'openai-chat')).toContain('not streamed');
    const failed = mutate('error-event', chat['short-text'], 'openai-chat', { label: 'server_error@2' });
    expect(reasonAgainst('cut-eof', failed, 'openai-chat')).toBe('it does not end as a success');
  });
});

describe('cut-fin', () => {
  it('cuts inside every event, the terminal too, and closes the connection', () => {
    const variants = variantsOf('cut-fin', chat['short-text'], 'openai-chat');
    expect(variants.map(({ label }) => label)).toEqual(['0', '1', '2', '3', '4', '5']);
    const whole = textOf(chat['short-text']).split(/(?<=\n\n)/);
    for (const [count, { label }] of variants.entries()) {
      const script = mutate('cut-fin', chat['short-text'], 'openai-chat', { label });
      const text = textOf(script);
      expect(script.ending).toBe('fin');
      expect(text.startsWith(whole.slice(0, count).join(''))).toBe(true);
      expect(text.length).toBeGreaterThan(whole.slice(0, count).join('').length);
      expect(text.trimEnd().length).toBeLessThan(
        whole
          .slice(0, count + 1)
          .join('')
          .trimEnd().length,
      );
    }
  });

  it('cuts at another place under another seed', () => {
    const texts = ['a', 'b', 'c', 'd'].map((seed) =>
      textOf(mutate('cut-fin', chat['short-text'], 'openai-chat', { label: '2', seed })),
    );
    expect(new Set(texts).size).toBeGreaterThan(1);
  });

  it('cuts a JSON body', () => {
    const script = mutate('cut-fin', dialectSamples['anthropic-messages'].body, 'anthropic-messages');
    expect(textOf(dialectSamples['anthropic-messages'].body).startsWith(textOf(script))).toBe(true);
    expect(script.ending).toBe('fin');
    expect(readScript(script, 'anthropic-messages').outcome.integrity).toBe('transport_error');
  });
});

describe('cut-rst and stall', () => {
  it('resets the connection between two events', () => {
    const script = mutate('cut-rst', messages['short-text'], 'anthropic-messages', { label: '3' });
    expect(script.writes).toHaveLength(3);
    expect(script.ending).toBe('rst');
  });

  it('stalls at one place, since each stall lasts until a deadline', () => {
    expect(variantsOf('stall', messages['short-text'], 'anthropic-messages', 'sample')).toHaveLength(1);
    expect(variantsOf('stall', messages['short-text'], 'anthropic-messages', 'every')).toHaveLength(3);
    expect(mutate('stall', chat['short-text'], 'openai-chat', { label: '3' }).ending).toBe('stall');
  });
});

describe('drop-terminal', () => {
  it('leaves out the last word and keeps everything before it', () => {
    const script = mutate('drop-terminal', chat['short-text'], 'openai-chat');
    expect(`${textOf(script)}data: [DONE]\n\n`).toBe(textOf(chat['short-text']));
    expect(readScript(script, 'openai-chat').outcome.integrity).toBe('no_end_marker');
  });
});

describe('empty-stream and done-only', () => {
  it('sends a head and nothing else', () => {
    const script = mutate('empty-stream', messages['short-text'], 'anthropic-messages');
    expect(script).toEqual({ head: messages['short-text'].head, writes: [], ending: 'clean' });
  });

  it('sends the terminal and nothing else', () => {
    const script = mutate('done-only', chat['short-text'], 'openai-chat');
    expect(textOf(script)).toBe('data: [DONE]\n\n');
    expect(reasonAgainst('done-only', script, 'openai-chat')).toBe('it already consists of its terminal alone');
  });
});
