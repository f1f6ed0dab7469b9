import { describeFault } from '../../core/fault.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';
import { createDeathSearch, lostRun, type SearchTools, type Suspect, type WaitingSuspect } from './death-search.ts';

/** Finds out why a relay ended, starts it again, and runs again what was in flight. */
export interface RelayDeaths {
  /**
   * Takes part in the search for the cause of the end of this generation of the relay. Call it before leaving the gate;
   * the promise resolves after it.
   */
  readonly join: (generation: number, suspect: Suspect) => Promise<CaseRun>;
  /** Remembers a case that has ended well: the relay may end because of it a moment later. */
  readonly passed: (generation: number, suspect: Suspect) => void;
  /** The next request is known to end the relay by its number, and a new start costs little. */
  readonly isDue: () => boolean;
  /** Why no more cases can be run, if that is so. */
  readonly gone: () => string | undefined;
  /** Looks once more at a relay that is not ours and did not accept connections. */
  readonly lookAgain: () => Promise<void>;
  /** Why this case is not run: its stimulus ended the relay before. */
  readonly spared: (planned: PlannedCase) => string | undefined;
}

/** How often a relay that ended by itself is started again in one run. */
const mostRestarts = 5;

/** So many cases that had just ended are suspected, too. */
const mostEarlier = 4;

/** A mutation that ended the relay in so many cases is not sent to it again, because it would use up the restarts. */
const mostByMutation = 2;

export interface DeathTools extends Omit<SearchTools, 'spared' | 'remember'> {
  readonly tell: (line: string) => void;
}

interface Death {
  readonly suspects: WaitingSuspect[];
  /** Cases that had ended shortly before. */
  readonly earlier: readonly Suspect[];
}

export function createRelayDeaths(tools: DeathTools): RelayDeaths {
  const { gate, keeper, tell } = tools;
  const open = new Map<number, Death>();
  const endedBy = new Map<string, number>();
  const recent: { readonly generation: number; readonly suspect: Suspect }[] = [];
  let deaths = 0;
  let gone: string | undefined;

  const settle = async (death: Death): Promise<void> => {
    const { suspects } = death;
    const unexplained = new Set(suspects);
    const resolve = (suspect: WaitingSuspect, run: CaseRun): void => {
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
      await search({ suspects, earlier: death.earlier, ended, resolve });
    } catch (error) {
      gone = `the relay could not be started again: ${describeFault(error)}`;
      tell(gone);
    } finally {
      for (const suspect of unexplained) {
        suspect.resolve(lostRun(gone ?? 'the relay ended while this case was run again', undefined, suspect));
      }
    }
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

  const { search, counted } = createDeathSearch({ ...tools, spared, remember });

  return {
    join: (generation, suspect) =>
      new Promise((resolve) => {
        const earlier = recent.filter((entry) => entry.generation === generation).map((entry) => entry.suspect);
        const death = open.get(generation) ?? { suspects: [], earlier };
        death.suspects.push({ ...suspect, resolve });
        if (!open.has(generation)) {
          open.set(generation, death);
          void gate.alone(() => settle(death), 'first').finally(() => open.delete(generation));
        }
      }),
    passed: (generation, suspect) => {
      recent.push({ generation, suspect });
      recent.splice(0, recent.length - mostEarlier);
    },
    isDue: () => {
      const count = counted();
      return count !== undefined && keeper.requests() >= Math.max(1, count - 1) && keeper.startsFast();
    },
    gone: () => gone,
    spared,
    lookAgain: async () => {
      if (gone !== undefined && keeper.relay().where !== 'process' && (await keeper.isBack())) {
        gone = undefined;
      }
    },
  };
}
