import type { EndCause, ProcessEvidence } from '../../core/evidence.ts';
import { describeFault } from '../../core/fault.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import { type CaseRun, withProcess } from './case-run.ts';
import type { Gate } from './gate.ts';
import type { RelayKeeper } from './relay-keeper.ts';

/** A case that ran when the relay ended, or that found it gone. */
export interface Suspect {
  readonly planned: PlannedCase;
  readonly baseline: Outcome | undefined;
  /** What it showed; absent where the relay was gone before it was asked. */
  readonly run?: CaseRun;
}

/** Finds out why a relay ended, starts it again, and runs again what was in flight. */
export interface RelayDeaths {
  /**
   * Takes part in the search for the cause of the end of this generation of the relay. Call it before leaving the gate;
   * the promise resolves after it.
   */
  readonly join: (generation: number, suspect: Suspect) => Promise<CaseRun>;
  /** Why no more cases can be run, if that is so. */
  readonly gone: () => string | undefined;
  /** Looks once more at a relay that is not ours and did not accept connections. */
  readonly lookAgain: () => Promise<void>;
  /** Why this case is not run: its stimulus ended the relay before. */
  readonly spared: (planned: PlannedCase) => string | undefined;
}

/** How often a relay that ended by itself is started again in one run. */
const mostRestarts = 5;

/** A mutation that ended the relay in so many cases is not sent to it again, because it would use up the restarts. */
const mostByMutation = 2;

/** Extra starts that the search for one cause may cost. */
const mostSearchStarts = 6;

/** With more requests than this, an end by count is not looked for. */
const mostCounted = 500;

const searchBudgetMs = 60_000;

export interface DeathTools {
  readonly gate: Gate;
  readonly keeper: RelayKeeper;
  readonly now: () => number;
  /** Runs a case without the gate. */
  readonly runOnce: (planned: PlannedCase, baseline: Outcome | undefined) => Promise<CaseRun>;
  /** A case that the relay is known to answer, to count requests with. */
  readonly control: () => PlannedCase | undefined;
  readonly tell: (line: string) => void;
}

interface Death {
  readonly suspects: (Suspect & { readonly resolve: (run: CaseRun) => void })[];
}

export function createRelayDeaths(tools: DeathTools): RelayDeaths {
  const { gate, keeper, tell } = tools;
  const open = new Map<number, Death>();
  const endedBy = new Map<string, number>();
  let deaths = 0;
  let counted: number | undefined;
  let gone: string | undefined;

  const settle = async (death: Death): Promise<void> => {
    const { suspects } = death;
    const unexplained = new Set(suspects);
    const resolve = (suspect: Death['suspects'][number], run: CaseRun): void => {
      unexplained.delete(suspect);
      suspect.resolve(run);
    };
    try {
      deaths += 1;
      const ended = keeper.ended() ?? 'ended';
      if (keeper.relay().where !== 'process') {
        gone = `the relay ${ended}, and relaycert did not start it`;
        for (const suspect of suspects) {
          resolve(suspect, lostRun(gone, { watched: false, ended }, suspect));
        }
        return;
      }
      const output = keeper.relay().log().slice(-3).join(' | ');
      tell(`the relay ${ended}; ${output === '' ? 'it printed nothing' : `its last output: ${output}`}`);
      if (deaths > mostRestarts) {
        gone = `the relay ended ${deaths} times, and is started again ${mostRestarts} times at most`;
        tell(gone);
        return;
      }
      await search(suspects, ended, resolve);
    } catch (error) {
      gone = `the relay could not be started again: ${describeFault(error)}`;
      tell(gone);
    } finally {
      for (const suspect of unexplained) {
        suspect.resolve(lostRun(gone ?? 'the relay ended while this case was run again', undefined, suspect));
      }
    }
  };

  const search = async (
    suspects: Death['suspects'],
    ended: string,
    resolve: (suspect: Death['suspects'][number], run: CaseRun) => void,
  ): Promise<void> => {
    const until = tools.now() + searchBudgetMs;
    const requests = keeper.requests();
    const inFlight = suspects.filter(({ run }) => run !== undefined).length;
    let starts = 0;
    const restart = async (): Promise<void> => {
      starts += 1;
      await keeper.restart();
    };
    const mayStart = (): boolean => starts < mostSearchStarts && tools.now() < until;
    await restart();
    const process = (cause: EndCause, more: Partial<ProcessEvidence> = {}): ProcessEvidence => ({
      watched: true,
      ended,
      cause,
      requests,
      inFlight: Math.max(1, inFlight),
      ...more,
    });
    let explained = false;
    const survived: (readonly [suspect: Death['suspects'][number], run: CaseRun])[] = [];
    // Those that asked come first: one that found the relay gone did not end it.
    for (const suspect of suspects.toSorted((one, other) => rank(one) - rank(other))) {
      const reason = spared(suspect.planned);
      if (reason !== undefined) {
        resolve(suspect, lostRun(reason, undefined, suspect));
        continue;
      }
      if (keeper.ended() !== undefined) {
        if (!mayStart()) {
          continue;
        }
        await restart();
      }
      let first = keeper.requests() === 0;
      let run = await tools.runOnce(suspect.planned, suspect.baseline);
      if (run.ended !== undefined && !first && mayStart()) {
        // It may have been one request too many. Only as the first one it is the case itself.
        await restart();
        first = true;
        run = await tools.runOnce(suspect.planned, suspect.baseline);
      }
      if (run.ended === undefined) {
        survived.push([suspect, run]);
      } else if (first) {
        explained = true;
        remember(suspect.planned);
        resolve(suspect, withProcess(run, process('by-case', { ended: run.ended })));
      }
    }
    if (keeper.ended() !== undefined) {
      await restart();
    }
    const count = explained ? undefined : await countRequests(requests, until, restart);
    const found = count === undefined ? process('not-reproduced') : process('by-count', { requests: count });
    const bearer = explained ? undefined : (survived.findLast(([{ run }]) => run !== undefined) ?? survived.at(-1));
    for (const entry of survived) {
      const [suspect, run] = entry;
      resolve(suspect, entry === bearer ? withProcess(run, found) : run);
    }
    // Somebody has to bear it, even if nobody could be run again.
    const [first] = explained || bearer !== undefined ? [] : suspects;
    if (first !== undefined) {
      resolve(first, lostRun('the relay ended, and could not be kept running', found, first));
    }
  };

  /** After how many requests it ends, if it ends by their number. It runs again afterwards. */
  const countRequests = async (
    most: number,
    until: number,
    restart: () => Promise<void>,
  ): Promise<number | undefined> => {
    if (counted !== undefined && most >= counted && most < counted + gate.width()) {
      return counted;
    }
    const control = tools.control();
    if (control === undefined || most > mostCounted || most < 2) {
      return undefined;
    }
    await restart();
    while (keeper.requests() < most && tools.now() < until) {
      const { ended } = await tools.runOnce(control, undefined);
      if (ended !== undefined) {
        counted = keeper.requests();
        await restart();
        return counted;
      }
    }
    return undefined;
  };

  const spared = ({ mutation }: PlannedCase): string | undefined =>
    mutation !== undefined && (endedBy.get(mutation.id) ?? 0) >= mostByMutation
      ? `the stimulus ${mutation.id} ended the relay in ${mostByMutation} cases and was not sent again`
      : undefined;
  const remember = ({ mutation }: PlannedCase): void => {
    if (mutation !== undefined) {
      endedBy.set(mutation.id, (endedBy.get(mutation.id) ?? 0) + 1);
    }
  };

  return {
    join: (generation, suspect) =>
      new Promise((resolve) => {
        const death = open.get(generation) ?? { suspects: [] };
        death.suspects.push({ ...suspect, resolve });
        if (!open.has(generation)) {
          open.set(generation, death);
          void gate.alone(() => settle(death), 'first').finally(() => open.delete(generation));
        }
      }),
    gone: () => gone,
    spared,
    lookAgain: async () => {
      if (gone !== undefined && keeper.relay().where !== 'process' && (await keeper.isBack())) {
        gone = undefined;
      }
    },
  };
}

function rank({ run }: Suspect): number {
  return run === undefined ? 1 : 0;
}

/** A case whose relay went away, and came back too late or not at all. */
function lostRun(reason: string, process: ProcessEvidence | undefined, { run }: Suspect): CaseRun {
  const { evidence, ...rest } = run ?? { concurrency: 1, delayMs: 0 };
  return {
    ...rest,
    ...(evidence === undefined || process === undefined ? {} : { evidence: { ...evidence, process } }),
    notRun: reason,
  };
}
