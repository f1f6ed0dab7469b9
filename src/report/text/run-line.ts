import type { RunHeader } from '../../certify/judge/run-header.ts';
import { counted } from './words.ts';

/** `relaycert 0.1.0 · portkey 1.15.2 · core · 4 routes · seed 1` */
export function renderRunLine(
  header: Pick<
    RunHeader,
    'relaycert' | 'relay' | 'level' | 'routes' | 'seed' | 'budget' | 'cases' | 'shard' | 'concurrency'
  >,
): string {
  const { relay, budget, cases, shard, concurrency } = header;
  return [
    `relaycert ${header.relaycert}`,
    relay.version === undefined ? relay.name : `${relay.name} ${relay.version}`,
    header.level,
    counted(header.routes.length, 'route'),
    `seed ${header.seed}`,
    ...(concurrency === undefined || concurrency.used === concurrency.configured
      ? []
      : [`${concurrency.used} at once, not ${concurrency.configured}`]),
    ...(budget === undefined ? [] : [`${counted(cases, 'case')} for a budget of ${budget}`]),
    ...(shard === undefined ? [] : [`shard ${shard.index} of ${shard.count}`]),
  ].join(' · ');
}
