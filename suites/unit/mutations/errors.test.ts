import { describe, expect, it } from 'vitest';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { headerValue } from '../../../src/core/exchange.ts';
import { createRandom } from '../../../src/core/random.ts';
import { mutation as errorEvent } from '../../../src/mutations/error-event.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { bodyScript } from '../../support/streams/sample-scripts.ts';
import {
  dataOf,
  dispatched,
  mutate,
  readScript,
  reasonAgainst,
  textOf,
  variantsOf,
} from '../../support/triangle/mutate.ts';

const messages = dialectSamples['anthropic-messages'].streams;
const chat = dialectSamples['openai-chat'].streams;

const recordings = loadRecordingSet([]).recordings.filter(({ name }) =>
  ['one-tool', 'reasoning-then-text', 'short-text'].includes(name),
);

describe('error-event', () => {
  it('sends the error in the words of Messages, and nothing after it', () => {
    const script = mutate('error-event', messages['short-text'], 'anthropic-messages', { label: 'overloaded_error@3' });
    const events = dispatched(script);
    expect(events).toHaveLength(4);
    expect(events.at(-1)).toEqual({
      event: 'error',
      data: '{"type":"error","error":{"type":"overloaded_error","message":"The provider reports overloaded_error."}}',
    });
    expect(script.ending).toBe('clean');
  });

  it('sends the error in the words of Chat, without [DONE]', () => {
    const data = dataOf(mutate('error-event', chat['short-text'], 'openai-chat', { label: 'rate_limit_error@5' }));
    expect(data).toHaveLength(6);
    expect(JSON.parse(data.at(-1) ?? '')).toMatchObject({ error: { type: 'rate_limit_error' } });
    expect(data).not.toContain('[DONE]');
  });

  it('knows every type of the SDK and the documented one that it lacks', () => {
    const types = new Set(
      variantsOf('error-event', messages['short-text'], 'anthropic-messages').map(({ label }) => label.split('@')[0]),
    );
    expect(types.size).toBe(13);
    expect(types).toContain('request_too_large');
    expect(types).toContain('memory_path_conflict_error');
  });

  it('leaves types that only compatible servers of Chat send to those', () => {
    const labels = variantsOf('error-event', chat['short-text'], 'openai-chat').map(({ label }) => label);
    expect(labels).toContain('insufficient_quota@0');
    expect(labels).not.toContain('overloaded_error@0');
  });

  it.each(dialectIds)('puts every type of %s at every position, the first before anything else', (dialect) => {
    const sample = dialectSamples[dialect].streams['short-text'];
    const variants = variantsOf('error-event', sample, dialect);
    const positions = dispatched(sample).length;
    expect(variants.length % positions).toBe(0);
    expect(new Set(variants.map(({ label }) => label.split('@')[1])).size).toBe(positions);
    expect(variantsOf('error-event', sample, dialect, 'sample').length / (variants.length / positions)).toBe(3);
    expect(variantsOf('error-event', sample, dialect, 'one')).toHaveLength(1);
  });

  it.each(dialectIds)('is read as a provider error of the type that the label says in %s', (dialect) => {
    const sample = dialectSamples[dialect].streams['one-tool'];
    for (const { label } of variantsOf('error-event', sample, dialect, 'sample')) {
      const { outcome } = readScript(mutate('error-event', sample, dialect, { label }), dialect);
      const [type] = label.split('@');
      expect([label, outcome.integrity, outcome.error?.type ?? 'error']).toEqual([label, 'provider_error', type]);
    }
  });
});

describe('http-error', () => {
  it.each(dialectIds)('answers with each documented status of %s and an error body of that dialect', (dialect) => {
    const variants = variantsOf('http-error', dialectSamples[dialect].streams['short-text'], dialect);
    expect(variants.map(({ label }) => label)).toEqual(Object.keys(loadContract(dialect).contract.errors.byStatus));
    expect(variants.length).toBeGreaterThan(2);
    for (const { label } of variants) {
      const script = mutate('http-error', dialectSamples[dialect].body, dialect, { label });
      expect(script.head.status).toBe(Number(label));
      expect(headerValue(script.head.headers, 'content-length')).toBe(String(Buffer.byteLength(textOf(script))));
      const { integrity, error } = readScript(script, dialect).outcome;
      expect([integrity, error?.message]).toEqual(['provider_error', `The provider answers with status ${label}.`]);
    }
  });

  it('says when to come back after a rate limit, and only then', () => {
    const retryAfter = (label: string) =>
      headerValue(mutate('http-error', chat['short-text'], 'openai-chat', { label }).head.headers, 'retry-after');
    expect(retryAfter('429')).toBe('1');
    expect(retryAfter('503')).toBeUndefined();
  });
});

describe('status-changed', () => {
  it('turns 4xx into 5xx and back, and leaves the body alone', () => {
    const limited = bodyScript('{"error":{"type":"rate_limit_error","message":"slow down"}}', 429);
    const changed = mutate('status-changed', limited, 'openai-chat');
    expect(changed.head.status).toBe(500);
    expect(textOf(changed)).toBe(textOf(limited));
    expect(mutate('status-changed', changed, 'openai-chat').head.status).toBe(400);
    expect(reasonAgainst('status-changed', chat['short-text'], 'openai-chat')).toBe('it is not an HTTP error');
  });
});

it.each(dialectIds)('an error in mid-stream breaks no other rule and no habit of %s, wherever it stands', (dialect) => {
  for (const { name, script } of recordings.filter((recording) => recording.dialect === dialect)) {
    const variants = errorEvent.variants(script, dialect, 'every');
    for (const { label, apply } of 'notApplicable' in variants ? [] : variants) {
      const { head, writes, ending } = apply(script, createRandom('1'));
      const { issues } = readCapture(
        dialect,
        'stream',
        { head, chunks: writes, ending, endedAtMs: 0 },
        { drift: false },
      );
      expect(
        issues.map(({ id }) => id),
        `${name} ${label}`,
      ).toEqual([]);
    }
  }
});
