import type { Clock } from '../../core/clock.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Outcome } from '../../core/outcome.ts';
import { routeName } from '../../core/route.ts';
import type { Recording } from '../../recording/recording.ts';
import { routeOfCase } from '../../relays/case-value.ts';
import type { RelayProfile } from '../../relays/relay-config.ts';
import type { RunningRelay } from '../../relays/running-relay.ts';
import type { CaseFinder } from '../../upstream/case-token.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import { caseValue } from '../plan/case-id.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';
import type { DelayMeter } from './delay-meter.ts';
import type { Pace } from './pace.ts';
import { ownRefusal } from './refusal.ts';
import type { RelayKeeper } from './relay-keeper.ts';
import { runCase } from './run-case.ts';
import type { ServedModels } from './served-models.ts';

/** How one run of a case differs from another. */
export interface Sending {
  readonly finder: CaseFinder;
  /** What the client got when the same recording was replayed unchanged. */
  readonly baseline?: Outcome | undefined;
  /** How many cases may be in flight with it, itself included. */
  readonly concurrency: number;
  /** What it is for, where it is not the case's own run: it gets another `{case}` then. */
  readonly purpose?: string;
}

/** Sends a case to the relay that runs now, as often as it is wanted. Waits for nobody else. */
export type SendCase = (planned: PlannedCase, sending: Sending) => Promise<CaseRun>;

export interface SenderTools {
  readonly profile: Pick<RelayProfile, 'deadlines' | 'policies'>;
  readonly seed: string;
  readonly recordings: readonly Recording[];
  readonly clock: Clock;
  readonly keeper: RelayKeeper;
  readonly upstream: Upstream;
  readonly models: ServedModels;
  readonly meter: DelayMeter;
  readonly pace: Pace;
}

/** Keys of a run are placeholders: relays forward them, and the upstream does not check them. */
const apiKey = 'sk-relaycert-placeholder';

export function createSendCase({
  profile,
  seed,
  recordings,
  clock,
  keeper,
  upstream,
  models,
  meter,
  pace,
}: SenderTools): SendCase {
  const { deadlines, policies } = profile;
  const sent = new Map<string, number>();

  return async (planned, { finder, baseline, concurrency, purpose }) => {
    await keeper.prepare();
    const relay = keeper.relay();
    const earlier = sent.get(planned.id) ?? 0;
    const first = earlier === 0 && purpose === undefined;
    sent.set(planned.id, earlier + 1);
    const value = first ? caseValue(planned.id) : caseValue(planned.id, `${purpose ?? 'again'} ${earlier}`);
    const route = routeOfCase(runningRoute(planned, relay), value);
    const unlist = models.add(route.model);
    const delayed = meter.total();
    try {
      const environment = {
        clock,
        upstream,
        deadlines,
        policies,
        seed,
        recordings,
        apiKey,
        finder,
        baseUrl: relay.baseUrl,
      };
      const evidence = await runCase({ ...planned, route }, { ...environment, delayed: meter.total }, baseline);
      const ended = await keeper.endedAfter(evidence.client.capture);
      const delayMs = meter.total() - delayed;
      if (!isWhole(evidence)) {
        keeper.sawFault();
      } else if (relay.where !== 'in-process') {
        pace.saw(Math.max(0, evidence.client.capture.endedAtMs - delayMs), concurrency);
      }
      const refusal = ownRefusal(evidence);
      return {
        evidence: relay.where === 'process' ? { ...evidence, process: { watched: true } } : evidence,
        concurrency,
        delayMs,
        ...(refusal === undefined ? {} : { notRun: refusal.reason, refused: true as const }),
        ...(refusal?.retryAfterMs === undefined ? {} : { retryAfterMs: refusal.retryAfterMs }),
        ...(ended === undefined ? {} : { ended }),
      };
    } finally {
      unlist();
    }
  };
}

/** The relay's own routes have their placeholders replaced; the plan was made before it ran. */
function runningRoute({ route }: PlannedCase, { routes }: RunningRelay): RunningRelay['routes'][number] {
  const name = routeName(route);
  return routes.find((running) => routeName(running) === name) ?? route;
}

/** The upstream answered in full, once, and so did the relay. */
function isWhole({ attempts, client }: Evidence): boolean {
  const [only, second] = attempts;
  return (
    second === undefined && only?.reading.outcome.integrity === 'complete' && client.outcome.integrity === 'complete'
  );
}
