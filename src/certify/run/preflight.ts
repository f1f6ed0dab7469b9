import { HarnessFault } from '../../core/fault.ts';
import { routeName } from '../../core/route.ts';
import type { CaseFinder } from '../../upstream/case-token.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import { type CaseEnvironment, runCase } from './run-case.ts';

const finders: readonly CaseFinder[] = ['message', 'header', 'single-flight'];

/**
 * Finds out, per route, how the upstream can tell which case a request of the relay belongs to.
 *
 * @returns by the name of the route
 * @throws HarnessFault when no request of the relay reaches the upstream on a route
 */
export async function preflight(
  cases: readonly PlannedCase[],
  environment: Omit<CaseEnvironment, 'finder'>,
): Promise<ReadonlyMap<string, CaseFinder>> {
  const found = new Map<string, CaseFinder>();
  for (const [name, ofRoute] of Map.groupBy(cases, ({ route }) => routeName(route))) {
    const planned = ofRoute.find(({ topic }) => topic === 'answers') ?? ofRoute[0];
    if (planned !== undefined) {
      found.set(name, await findFinder(planned, name, environment));
    }
  }
  return found;
}

async function findFinder(
  planned: PlannedCase,
  name: string,
  environment: Omit<CaseEnvironment, 'finder'>,
): Promise<CaseFinder> {
  let status = 'no answer';
  for (const finder of finders) {
    const evidence = await runCase(planned, { ...environment, finder });
    if (evidence.attempts.length > 0) {
      return finder;
    }
    const head = evidence.client.capture.head;
    status = head === undefined ? `no answer (${evidence.client.capture.ending})` : `status ${head.status}`;
  }
  const strays = environment.upstream.strays.map((stray) => `${stray.method} ${stray.path} (${stray.reason})`);
  const seen =
    strays.length === 0
      ? 'nothing reached the upstream'
      : `the upstream saw ${[...new Set(strays)].slice(0, 3).join(', ')}`;
  throw new HarnessFault(
    `no request of the relay could be matched to its case: the client got ${status}, ${seen}`,
    `route ${name}`,
    'check model, headers and {upstream} of the route; the relay must send its upstream calls there',
  );
}
