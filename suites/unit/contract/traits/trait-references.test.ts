import { describe, expect, it } from 'vitest';
import type { TraitFormat } from '../../../../src/contract/contract-format.ts';
import { issueIds } from '../../../../src/contract/issue-ids.ts';
import { loadContract } from '../../../../src/contract/load.ts';
import { packagedSchemas } from '../../../../src/contract/schema/schema-files.ts';
import { checkTraitReferences } from '../../../../src/contract/traits/trait-references.ts';
import { faultOf } from '../../../support/process/fault-of.ts';

describe('a trait that names what its contract does not have', () => {
  const chat = loadContract('openai-chat').contract;
  const known = { issues: new Set(issueIds(chat).keys()), schemas: packagedSchemas('openai-chat') };
  const check = (trait: Omit<TraitFormat, 'title'>) => () =>
    checkTraitReferences({ ...chat, traits: { odd: { title: 'Odd', ...trait } } }, known, 'contract.json');

  it.each<[string, Omit<TraitFormat, 'title'>, RegExp]>([
    ['issue', { allow: [{ issue: 'choice.unheard' }] }, /issue choice\.unheard/],
    [
      'event',
      { allow: [{ issue: 'event.schema.unheard', at: '/id', keyword: 'required' }] },
      /issue event\.schema\.unheard/,
    ],
    [
      'field of a schema',
      { allow: [{ issue: 'event.schema.chunk', at: '/choices/*/unheard', keyword: 'type' }] },
      /issue event\.schema\.chunk/,
    ],
    [
      'keyword of a schema',
      { allow: [{ issue: 'event.schema.chunk', at: '/choices/*/finish_reason', keyword: 'required' }] },
      /issue event/,
    ],
    [
      'place, for any keyword',
      { allow: [{ issue: 'event.schema.chunk', at: '/unheard' }] },
      /issue event\.schema\.chunk/,
    ],
    [
      'place of an issue that has none',
      { allow: [{ issue: 'choice.unclosed', at: '/choices', keyword: 'required' }] },
      /issue choice/,
    ],
    ['rule to patch', { patch: { rules: { unheard: {} } } }, /rule unheard/],
    ['rule to add to', { inner: { unheard: [] } }, /rule unheard/],
    ['scope', { patch: { scopes: { unheard: {} } } }, /scope unheard/],
    ['scope in an added rule', { more: { chunk: [{ then: [{ use: 'unheard' }] }] } }, /scope unheard/],
    ['constant', { varies: ['/unheard'] }, /constant \/unheard/],
  ])('is a fault at load: an unknown %s', async (_what, trait, says) => {
    const fault = await faultOf(check(trait));
    expect(fault.kind).toBe('harness');
    expect(fault.message).toMatch(says);
    expect(fault.message).toContain('odd');
    expect(fault.place).toBe('contract.json#/traits/odd');
  });

  it('is none where all of it is there', () => {
    const allow = [
      { issue: 'choice.unclosed' },
      { issue: 'event.schema.chunk', at: '/choices/*/delta/content', keyword: 'type' },
      { issue: 'event.schema.chunk', at: '/id', keyword: 'required' },
      { issue: 'event.schema.chunk', at: '/choices/*/delta' },
    ];
    expect(check({ allow, patch: { rules: { tool: {} }, scopes: { tool: {} } }, varies: ['/id'] })).not.toThrow();
  });
});
