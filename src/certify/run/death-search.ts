import type { EndCause, ProcessEvidence } from '../../core/evidence.ts';
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

/** One whose result somebody waits for. */
export interface WaitingSuspect extends Suspect {
  readonly resolve: (run: CaseRun) => void;
}

export interface SearchTools {
  readonly gate: Gate;
  readonly keeper: RelayKeeper;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Runs a case without the gate. */
  readonly runOnce: (planned: PlannedCase, baseline: Outcome | undefined) => Promise<CaseRun>;
  /** A case that the relay is known to answer, to count requests with. */
  readonly control: () => PlannedCase | undefined;
  /** Why a case is not run any more. */
  readonly spared: (planned: PlannedCase) => string | undefined;
  /** Takes note of a case that ends the relay. */
  readonly remember: (planned: PlannedCase) => void;
}

/** The end of a relay's process, and who may have brought it about. */
export interface SearchedDeath {
  readonly suspects: readonly WaitingSuspect[];
  /** Cases that had ended shortly before; their results are known already. */
  readonly earlier: readonly Suspect[];
  readonly ended: string;
  readonly resolve: (suspect: WaitingSuspect, run: CaseRun) => void;
}

/** Extra starts that the search for one cause may cost. */
const mostSearchStarts = 6;

/** With more requests than this, an end by count is not looked for. */
const mostCounted = 500;

const searchBudgetMs = 60_000;

/** Milliseconds that an end may come after the answer that brought it about. */
const lateMs = 300;

/**
 * Starts the relay again, runs again what was in flight, and finds out what ended it: a case, the number of requests, or a
 * case that had ended before. Every suspect that could be run again is resolved, and the relay runs afterwards.
 *
 * It rejects as a start of the relay does.
 */
export interface DeathSearch {
  readonly search: (death: SearchedDeath) => Promise<void>;
  /** The number of requests that ends the relay, once it was found. */
  readonly counted: () => number | undefined;
}

export function createDeathSearch(tools: SearchTools): DeathSearch {
  const { keeper, gate } = tools;
  let counted: number | undefined;

  const search = async ({ suspects, earlier, ended, resolve }: SearchedDeath): Promise<void> => {
    const until = tools.now() + searchBudgetMs;
    const requests = keeper.requests();
    const inFlight = Math.max(1, suspects.filter(({ run }) => run !== undefined).length);
    let starts = 0;
    const restart = async (): Promise<void> => {
      starts += 1;
      await keeper.restart();
    };
    const mayStart = (): boolean => starts < mostSearchStarts && tools.now() < until;
    const process = (cause: EndCause, more: Partial<ProcessEvidence> = {}): ProcessEvidence => ({
      watched: true,
      ended,
      cause,
      requests,
      inFlight,
      ...more,
    });

    /** Runs a case as the first one after a start if it ends the relay otherwise. Undefined: that cost too much. */
    const runAgain = async ({ planned, baseline }: Suspect): Promise<CaseRun | undefined> => {
      if (keeper.ended() !== undefined) {
        if (!mayStart()) {
          return undefined;
        }
        await restart();
      }
      const first = keeper.requests() === 0;
      const run = await tools.runOnce(planned, baseline);
      if (run.ended === undefined || first) {
        return run;
      }
      // It may have been one request too many. Only as the first one it is the case itself.
      if (!mayStart()) {
        return undefined;
      }
      await restart();
      return tools.runOnce(planned, baseline);
    };

    /** Whether the relay ends some time after this case, twice. */
    const endsLater = async ({ planned, baseline }: Suspect): Promise<boolean> => {
      for (let time = 0; time < 2; time += 1) {
        if (!mayStart()) {
          return false;
        }
        if (keeper.ended() !== undefined || keeper.requests() > 0) {
          await restart();
        }
        const run = await tools.runOnce(planned, baseline);
        const late = tools.now() + lateMs;
        while (run.ended === undefined && keeper.ended() === undefined && tools.now() < late) {
          await tools.sleep(lateMs / 10);
        }
        if (run.ended === undefined && keeper.ended() === undefined) {
          return false;
        }
      }
      return true;
    };

    /** After how many requests it ends, if it ends by their number. */
    const countRequests = async (): Promise<number | undefined> => {
      if (counted !== undefined && requests >= counted && requests < counted + gate.width()) {
        return counted;
      }
      const control = tools.control();
      if (control === undefined || requests > mostCounted || requests < 2) {
        return undefined;
      }
      await restart();
      while (keeper.requests() < requests && tools.now() < until) {
        const run = await tools.runOnce(control, undefined);
        if (run.ended !== undefined) {
          counted = keeper.requests();
          return counted;
        }
      }
      return undefined;
    };

    await restart();
    let explained = false;
    const survived: (readonly [suspect: WaitingSuspect, run: CaseRun])[] = [];
    // Those that asked come first: one that found the relay gone did not end it.
    for (const suspect of suspects.toSorted((one, other) => rank(one) - rank(other))) {
      const reason = tools.spared(suspect.planned);
      const run = reason === undefined ? await runAgain(suspect) : undefined;
      if (reason !== undefined) {
        resolve(suspect, lostRun(reason, undefined, suspect));
      } else if (run?.ended !== undefined) {
        explained = true;
        tools.remember(suspect.planned);
        resolve(suspect, withProcess(run, process('by-case', { ended: run.ended })));
      } else if (run !== undefined) {
        survived.push([suspect, run]);
      }
    }
    const count = explained ? undefined : await countRequests();
    let late: Suspect | undefined;
    if (!explained && count === undefined) {
      const asked = survived.flatMap(([suspect]) => (suspect.run === undefined ? [] : [suspect]));
      for (const candidate of [...asked, ...earlier].toReversed()) {
        late ??= (await endsLater(candidate)) ? candidate : undefined;
      }
    }
    if (late !== undefined) {
      tools.remember(late.planned);
    }
    if (keeper.ended() !== undefined) {
      await restart();
    }
    const found =
      late !== undefined
        ? process('by-case', { after: late.planned.path })
        : count === undefined
          ? process('not-reproduced')
          : process('by-count', { requests: count });
    const bearer = explained
      ? undefined
      : (survived.find(([suspect]) => suspect === late) ??
        survived.findLast(([{ run }]) => run !== undefined) ??
        survived.at(-1));
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
  return { search, counted: () => counted };
}

function rank({ run }: Suspect): number {
  return run === undefined ? 1 : 0;
}

/** A case whose relay went away, and came back too late or not at all. */
export function lostRun(reason: string, process: ProcessEvidence | undefined, { run }: Suspect): CaseRun {
  const { evidence, ...rest } = run ?? { concurrency: 1, delayMs: 0 };
  return {
    ...rest,
    ...(evidence === undefined || process === undefined ? {} : { evidence: { ...evidence, process } }),
    notRun: reason,
  };
}
