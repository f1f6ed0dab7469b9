import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../../src/core/domain-event.ts';
import type { UsageField, UsageNumbers } from '../../../src/core/usage.ts';
import { answerOf, redBetween, told } from '../../support/triangle/both-sides.ts';

const routes = dialectIds.flatMap((client) => dialectIds.map((upstream) => ({ client, upstream })));
const totals: UsageNumbers = { input: 100, output: 40, total: 140 };

function withUsage(usage: UsageNumbers): readonly DomainEventBody[] {
  return answerOf([told.text(0, 'Yes.')]).map((step) => (step.kind === 'usage.reported' ? { ...step, usage } : step));
}

describe.each<UsageField>(['cacheRead', 'cacheWrite', 'reasoning'])('the detail %s', (field) => {
  const counted = routes.filter(({ client, upstream }) =>
    [client, upstream].every((id) => loadContract(id).contract.usage.fields[field] !== undefined),
  );
  const sent = withUsage({ ...totals, [field]: 30 });

  test.each(counted)('may not be lost on $client < $upstream, which both count it', (route) => {
    const same = route.client === route.upstream;
    const red = (seen: readonly DomainEventBody[]) => [
      ...redBetween({ ...route, sent, seen }, 'must'),
      ...redBetween({ ...route, sent, seen }, 'should'),
    ];
    expect(red(withUsage(totals))).toEqual([same ? 'relay/usage/details' : 'relay/usage/details-in-translation']);
    expect(red(sent)).toEqual([]);
    expect(red(withUsage({ ...totals, [field]: 31 }))).toEqual(['relay/usage/equal']);
  });

  test.each(counted)('of 0 may be left out on $client < $upstream', (route) => {
    const none = withUsage({ ...totals, [field]: 0 });
    expect(redBetween({ ...route, sent: none, seen: withUsage(totals) }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent: none, seen: withUsage(totals) }, 'should')).toEqual([]);
  });

  test.each(counted)('of 0 that nobody reported is a should on $client < $upstream', (route) => {
    const required = loadContract(route.client).contract.usage.fields[field]?.required === true;
    const red = (seen: UsageNumbers, severity: 'must' | 'should') =>
      redBetween({ ...route, sent: withUsage(totals), seen: withUsage({ ...seen, [field]: 0 }) }, severity);
    expect(red(totals, 'must')).toEqual([]);
    expect(red(totals, 'should')).toEqual(required ? [] : ['relay/usage/zero-details']);
    expect(red({ ...totals, output: 41, total: 141 }, 'must')).toEqual(['relay/usage/equal']);
  });

  test.each(counted.filter(({ upstream }) => upstream.startsWith('openai-')))(
    'that contradicts its total may be left out on $client < $upstream, unless both speak alike',
    (route) => {
      const odd = withUsage({ ...totals, [field]: 300 });
      const red = (severity: 'must' | 'should') =>
        redBetween({ ...route, sent: odd, seen: withUsage(totals) }, severity);
      expect(red('should')).toEqual([]);
      expect(red('must')).toEqual(route.client === route.upstream ? ['relay/usage/details'] : []);
    },
  );

  test('needs a counter at the client', () => {
    for (const { client, upstream } of routes) {
      if (loadContract(client).contract.usage.fields[field] === undefined) {
        expect(redBetween({ client, upstream, sent, seen: withUsage(totals) }, 'should')).toEqual([]);
      }
    }
  });
});
