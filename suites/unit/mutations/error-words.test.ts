import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { bodyScript } from '../../support/streams/sample-scripts.ts';
import { mutate, readScript, reasonAgainst } from '../../support/triangle/mutate.ts';

const withWords = dialectIds.filter((id) => id !== 'ollama-chat');

function refused(dialect: (typeof dialectIds)[number], status: number) {
  const { body } = dialects[dialect].encodeError({ origin: 'provider', class: 'not_found', status, message: 'Gone' });
  const script = bodyScript(JSON.stringify(body));
  return { ...script, head: { ...script.head, status } };
}

describe('the words of an error', () => {
  it.each(withWords)('mean something else in a stream of %s, and its message stays', (dialect) => {
    const failed = mutate('error-event', dialectSamples[dialect].streams['short-text'], dialect, {
      label: errorOf(dialect),
    });
    const before = readScript(failed, dialect).outcome;
    const after = readScript(mutate('error-class-changed', failed, dialect), dialect).outcome;
    expect(after.error?.class).not.toBe(before.error?.class);
    expect(after.error?.message).toBe(before.error?.message);
    expect(after.choices[0]?.text).toBe(before.choices[0]?.text);
  });

  it.each(withWords)('become foreign in a stream of %s', (dialect) => {
    const failed = mutate('error-event', dialectSamples[dialect].streams['short-text'], dialect, {
      label: errorOf(dialect),
    });
    expect(readScript(mutate('error-type-foreign', failed, dialect), dialect).outcome.error?.type).toBe(
      'relaycert_error',
    );
  });

  it.each(dialectIds)('change with their status where %s refuses, within its hundred', (dialect) => {
    const changed = mutate('error-class-changed', refused(dialect, 404), dialect);
    expect(changed.head.status).toBe(429);
    expect(readScript(changed, dialect).outcome.error?.class).toBe('rate_limit');
    expect(reasonAgainst('error-class-changed', refused(dialect, 503), dialect)).toBe('its status says enough');
  });
});

/** The first error that a stream of the dialect may report, after two events. */
function errorOf(dialect: (typeof dialectIds)[number]): string {
  return `${dialect === 'gemini-generate' ? 'NOT_FOUND' : 'not_found_error'}@2`;
}
