import { describe, expect, it } from 'vitest';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { providerError } from '../support/provider-error.ts';

describe.each(Object.values(dialects))('an error in the words of $id', (dialect) => {
  it('always has a message', () => {
    const { body } = dialect.encodeError({ origin: 'transport', class: 'bad_gateway' });
    expect(JSON.stringify(body)).toContain('The upstream reported an error without a message.');
  });

  it('never turns a 4xx into a 5xx or the reverse, because clients decide by it whether to retry', () => {
    expect(dialect.encodeError(providerError({ class: 'timeout', status: 408 })).status).toBe(408);
    expect(dialect.encodeError(providerError({ class: 'rate_limit', status: 503 })).status).toBe(503);
  });

  it('keeps the status of an error that it does not know', () => {
    expect(dialect.encodeError(providerError({ class: 'unknown', status: 507 })).status).toBe(507);
    expect(dialect.encodeError(providerError({ class: 'unknown', status: 418 })).status).toBe(418);
  });

  it('is never a success, though an error inside a stream came with status 200', () => {
    expect(dialect.encodeError(providerError({ class: 'overloaded', status: 200 })).status).toBeGreaterThanOrEqual(500);
  });
});
