import { describe, expect, it } from 'vitest';
import { effectOf } from '../../../src/core/mutation.ts';
import { mutation as finishSweep } from '../../../src/mutations/finish-sweep.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { streamScript } from '../../support/streams/sample-scripts.ts';
import { dataOf, mutate, readScript, reasonAgainst, textOf, variantsOf } from '../../support/triangle/mutate.ts';

const messages = dialectSamples['anthropic-messages'].streams;
const chat = dialectSamples['openai-chat'].streams;

describe('finish-sweep', () => {
  it('tries every reason but the recording\u2019s own, and an unknown one', () => {
    expect(variantsOf('finish-sweep', messages['short-text'], 'anthropic-messages').map(({ label }) => label)).toEqual([
      'stop_sequence',
      'max_tokens',
      'model_context_window_exceeded',
      'pause_turn',
      'refusal',
      'compaction',
      'relaycert_unknown',
    ]);
  });

  it('says that tools were called only where they were', () => {
    const labels = (sample: 'short-text' | 'one-tool') =>
      variantsOf('finish-sweep', chat[sample], 'openai-chat').map(({ label }) => label);
    expect(labels('short-text')).not.toContain('tool_calls');
    expect(labels('one-tool')).toContain('stop');
    expect(labels('one-tool')).toContain('function_call');
  });

  it.each(['anthropic-messages', 'openai-chat'] as const)('changes the reason of %s and nothing else', (dialect) => {
    const sample = dialectSamples[dialect].streams['parallel-tools'];
    const { outcome } = readScript(sample, dialect);
    const own = outcome.choices[0]?.finish?.raw ?? '';
    for (const { label } of variantsOf('finish-sweep', sample, dialect)) {
      const script = mutate('finish-sweep', sample, dialect, { label });
      expect(textOf(script).replace(`eason":"${label}"`, `eason":"${own}"`)).toBe(textOf(sample));
      expect(readScript(script, dialect).outcome.choices[0]?.finish?.raw).toBe(label);
    }
  });

  it('changes event, status and reason of Responses together, and no content', () => {
    const sample = dialectSamples['openai-responses'].streams['parallel-tools'];
    const { choices } = readScript(sample, 'openai-responses').outcome;
    for (const { label } of variantsOf('finish-sweep', sample, 'openai-responses')) {
      const { outcome, issues } = readScript(
        mutate('finish-sweep', sample, 'openai-responses', { label }),
        'openai-responses',
      );
      expect(issues.filter(({ level }) => level !== 'TOL')).toEqual([]);
      expect(outcome.choices[0]?.text).toBe(choices[0]?.text);
      if (['failed', 'cancelled'].includes(label)) {
        expect(outcome.integrity).toBe('provider_error');
      } else {
        expect([label, outcome.integrity]).toEqual([label, 'complete']);
        const known = [
          'max_output_tokens',
          'max_tokens',
          'REASON_MAX_LEN',
          'content_filter',
          'max_messages',
          'steered',
        ];
        expect(outcome.choices[0]?.finish?.raw).toBe(known.includes(label) ? label : 'incomplete');
      }
    }
  });

  it('is a fault where the reason is an error in disguise', () => {
    const variant = variantsOf('finish-sweep', chat['short-text'], 'openai-chat').find(
      ({ label }) => label === 'error',
    );
    expect(effectOf(finishSweep, 'stimulus', 'openai-chat', variant)).toBe('fault');
    expect(effectOf(finishSweep, 'stimulus', 'openai-chat')).toBe('repairable');
    expect(effectOf(finishSweep, 'breakage', 'openai-chat', variant)).toBeUndefined();
  });

  it('leaves a call that the limit cut alone', () => {
    const limited = mutate('finish-sweep', chat['one-tool'], 'openai-chat', { label: 'length' });
    expect(reasonAgainst('finish-sweep', limited, 'openai-chat')).toContain('was cut');
  });

  it('changes the reason of a body', () => {
    const script = mutate('finish-sweep', dialectSamples['openai-chat'].body, 'openai-chat', { label: 'length' });
    expect(readScript(script, 'openai-chat').outcome.choices[0]?.finish?.raw).toBe('length');
  });
});

describe('drop-finish', () => {
  it('makes the reason null, or leaves its event out', () => {
    const nulled = mutate('drop-finish', messages['short-text'], 'anthropic-messages', { label: 'null' });
    expect(textOf(nulled)).toBe(textOf(messages['short-text']).replace('"end_turn"', 'null'));
    const dropped = dataOf(mutate('drop-finish', messages['short-text'], 'anthropic-messages', { label: 'dropped' }));
    expect(dropped).toEqual(dataOf(messages['short-text']).filter((data) => !data.includes('message_delta')));
  });

  it('does not leave an event out that also carries text', () => {
    const shared = streamScript([
      'data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}]}\n\n',
      'data: [DONE]\n\n',
    ]);
    expect(variantsOf('drop-finish', shared, 'openai-chat').map(({ label }) => label)).toEqual(['null']);
  });

  it('takes a witness of success away', () => {
    for (const label of ['null', 'dropped']) {
      const script = mutate('drop-finish', chat['short-text'], 'openai-chat', { label });
      expect(readScript(script, 'openai-chat').outcome.integrity).toBe('missing_finish_reason');
    }
  });
});

describe('finish-repeated', () => {
  it('gives the reason on every chunk, or twice at the end', () => {
    const early = mutate('finish-repeated', chat['short-text'], 'openai-chat', { label: 'early' });
    expect(textOf(early).match(/"finish_reason":"stop"/g)).toHaveLength(4);
    const twice = mutate('finish-repeated', chat['short-text'], 'openai-chat', { label: 'twice' });
    expect(textOf(twice).match(/"finish_reason":"stop"/g)).toHaveLength(2);
    expect(dataOf(twice)).toHaveLength(dataOf(chat['short-text']).length + 1);
  });

  it('does not come early where there is no content to cut off', () => {
    const empty = streamScript([
      'data: {"id":"1","choices":[{"index":0,"delta":{"role":"assistant"},"finish_reason":null}]}\n\n',
      'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
      'data: [DONE]\n\n',
    ]);
    expect(variantsOf('finish-repeated', empty, 'openai-chat').map(({ label }) => label)).toEqual(['twice']);
  });

  it('has no meaning where only one event can carry it', () => {
    expect(reasonAgainst('finish-repeated', messages['short-text'], 'anthropic-messages')).toContain('only one event');
  });
});

describe('finish-wrong', () => {
  it('says that a cut turn stopped, and that a whole one was cut', () => {
    const reason = (script: ReturnType<typeof mutate>, dialect: 'openai-chat' | 'anthropic-messages') =>
      readScript(script, dialect).outcome.choices[0]?.finish?.raw;
    expect(reason(mutate('finish-wrong', chat.unicode, 'openai-chat'), 'openai-chat')).toBe('stop');
    expect(reason(mutate('finish-wrong', chat['one-tool'], 'openai-chat'), 'openai-chat')).toBe('stop');
    expect(reason(mutate('finish-wrong', messages['short-text'], 'anthropic-messages'), 'anthropic-messages')).toBe(
      'max_tokens',
    );
    expect(
      reason(
        mutate('finish-wrong', dialectSamples['anthropic-messages'].body, 'anthropic-messages'),
        'anthropic-messages',
      ),
    ).toBe('end_turn');
  });
});
