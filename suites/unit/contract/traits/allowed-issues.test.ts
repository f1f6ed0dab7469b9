import { describe, expect, it } from 'vitest';
import type { AllowedIssue } from '../../../../src/contract/contract-format.ts';
import { allowedBy, allowIssues } from '../../../../src/contract/traits/allowed-issues.ts';
import { tinyContract } from '../../../support/contract/tiny-contract.ts';

describe('an allowed issue', () => {
  const schema = 'event.schema.chunk';

  it.each<[AllowedIssue, string, string | undefined, boolean]>([
    [{ issue: 'block.gap' }, 'block.gap', 'block 2', true],
    [{ issue: 'block.gap' }, 'block.gap', undefined, true],
    [{ issue: 'block.gap' }, 'block.gaps', undefined, false],
    [{ issue: schema, at: '/a/*/b' }, schema, '/a/7/b type', true],
    [{ issue: schema, at: '/a/*/b' }, schema, '/a/7/b required', true],
    [{ issue: schema, at: '/a/*/b' }, schema, '/a/7 type', false],
    [{ issue: schema, at: '/a/*', keyword: 'type' }, schema, '/a/12 type', true],
    [{ issue: schema, at: '/a/*', keyword: 'type' }, schema, '/a/12 required', false],
    [{ issue: schema, at: '/a/*', keyword: 'type' }, schema, undefined, false],
    [{ issue: schema, at: '/1x' }, schema, '/1x type', true],
  ])('%j and %s at %s', (allowed, id, detail, expected) => {
    expect(allowIssues([allowed])(id, detail)).toBe(expected);
  });

  it('passes where one of several entries for its id fits', () => {
    const allows = allowIssues([
      { issue: schema, at: '/a' },
      { issue: schema, at: '/b' },
    ]);
    expect(allows(schema, '/b type')).toBe(true);
  });

  it('is that of the given traits alone; a name that the contract does not have allows nothing', () => {
    const traits = { odd: { title: 'Odd', allow: [{ issue: 'block.gap' }] } };
    expect(allowedBy(tinyContract({ traits }), ['odd'])('block.gap', undefined)).toBe(true);
    expect(allowedBy(tinyContract({ traits }), [])('block.gap', undefined)).toBe(false);
    expect(allowedBy(tinyContract({ traits }), ['constructor', 'other'])('block.gap', undefined)).toBe(false);
  });
});
