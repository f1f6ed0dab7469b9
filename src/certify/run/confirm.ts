import type { CaseResult } from '../judge/result.ts';
import type { PlannedCase } from '../plan/planned-case.ts';

/** What a case showed when it was run again. */
export interface Confirmation {
  readonly case: string;
  /** Alone, after a rest or a new start of the relay. */
  readonly alone: CaseResult;
  /** Beside as many others as ran at once in the run. Absent where cases run one at a time anyway. */
  readonly together?: CaseResult;
}

/** How much may be spent on running cases again. */
export interface ConfirmBudget {
  /** Cases that are run again at most. */
  readonly cases: number;
  /** Milliseconds after which no other case is begun. */
  readonly ms: number;
}

export interface ConfirmTools {
  readonly now: () => number;
  /** Cases that run at once, at most. */
  readonly concurrency: () => number;
  readonly runAlone: (planned: PlannedCase) => Promise<CaseResult>;
  readonly runBeside: (planned: PlannedCase) => Promise<CaseResult>;
  /** Keeps the relay busy with a case whose result nobody needs. */
  readonly occupy: (planned: PlannedCase) => Promise<unknown>;
  /** Cases to keep the relay busy with. */
  readonly company: readonly PlannedCase[];
}

/**
 * Runs cases again, first each alone, then each beside others, and says what they showed.
 *
 * @returns in order; cases that the budget does not reach are left out
 */
export async function confirm(
  cases: readonly PlannedCase[],
  { cases: mostCases, ms }: ConfirmBudget,
  tools: ConfirmTools,
): Promise<readonly Confirmation[]> {
  const until = tools.now() + ms;
  const confirmations: Confirmation[] = [];
  for (const planned of cases.slice(0, mostCases)) {
    if (tools.now() >= until) {
      break;
    }
    const alone = await tools.runAlone(planned);
    const together = tools.concurrency() > 1 ? await runTogether(planned, tools) : undefined;
    confirmations.push({ case: planned.id, alone, ...(together === undefined ? {} : { together }) });
  }
  return confirmations;
}

/** One case among as many others as there is room for. The others begin first, so that the relay is busy by then. */
async function runTogether(planned: PlannedCase, tools: ConfirmTools): Promise<CaseResult> {
  // What it is compared with may run, too.
  const others = tools.company.filter(({ recording }) => recording !== planned.recording);
  const busy = Array.from({ length: tools.concurrency() - 1 }, (_place, index) => others[index % others.length]);
  // A case cannot run twice at once, because its requests could not be told apart.
  const occupying = [...new Set(busy)].flatMap((other) => (other === undefined ? [] : [tools.occupy(other)]));
  const result = await tools.runBeside(planned);
  await Promise.allSettled(occupying);
  return result;
}
