import { type DialectId, dialectIds } from '../core/dialect-ids.generated.ts';
import { defaultDeadlines } from '../core/exchange.ts';
import { sha256 } from '../core/hash.ts';
import { defaultPolicies } from '../core/policies.ts';
import type { Route } from '../core/route.ts';
import { startReferenceRelay } from '../fake-relay/reference-relay.ts';
import { routePrefix } from '../fake-relay/request-translation.ts';
import type { InProcessPreset } from './preset.ts';

/**
 * Dialects whose clients rarely use another dialect as upstream. Those routes are certified only when they are named.
 */
const clientsOnDemand: readonly DialectId[] = ['ollama-chat'];

const routes: readonly Route[] = dialectIds.flatMap((client) =>
  dialectIds.map((upstream) => ({
    client,
    upstream,
    model: 'reference-model',
    headers: {},
    basePath: routePrefix(upstream),
    ...(clientsOnDemand.includes(client) && client !== upstream ? { onDemand: true } : {}),
  })),
);

/**
 * Our own relay, in this process. When faithful, it shows what a certified relay looks like, and it is the first thing
 * that a new user runs. When one mutation breaks it, it shows what a refusal looks like.
 */
export const preset: InProcessPreset = {
  kind: 'in-process',
  id: 'reference',
  title: 'The faithful reference relay, on every route',
  profile: {
    name: 'reference',
    routes,
    policies: defaultPolicies,
    deadlines: defaultDeadlines,
    grade: 'protective',
    level: 'core',
    hash: sha256(JSON.stringify({ routes, policies: defaultPolicies, deadlines: defaultDeadlines })),
  },
  start: async (upstreamUrl, { clock, breakage }) => {
    const relay = await startReferenceRelay({ upstreamUrl, clock, ...(breakage === undefined ? {} : { breakage }) });
    return {
      name: breakage === undefined ? 'reference' : `reference-${breakage.id}`,
      baseUrl: relay.url,
      routes,
      stop: relay.close,
      log: () => [],
      where: 'in-process',
      reachable: () => Promise.resolve(true),
      exited: () => undefined,
    };
  },
};
