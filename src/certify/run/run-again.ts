import type { CaseResult } from '../judge/result.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { Rests } from './rests.ts';

/** A case that could not be run beside the others. */
export interface Postponed {
  readonly planned: PlannedCase;
  readonly result: CaseResult;
}

export interface AgainTools {
  readonly run: (planned: PlannedCase) => Promise<CaseResult>;
  readonly rests: Rests;
  /** Whether the relay itself refused the case when it ran last. Only then does it need a rest. */
  readonly wasRefused: (planned: PlannedCase) => boolean;
  /** Milliseconds after which the relay wants to be asked again. */
  readonly retryAfterMs: () => number | undefined;
  readonly tell: (line: string) => void;
}

/** After so many refusals in a row, each after a rest, the relay is left alone. */
const mostRefusals = 2;

/**
 * Runs cases once more, one at a time, those that the relay refused last. Before the first of these and after each refusal
 * the relay gets a rest. When it goes on refusing, what is left keeps its result.
 */
export async function runAgain(
  postponed: readonly Postponed[],
  { run, rests, wasRefused, retryAfterMs, tell }: AgainTools,
  onCase: (result: CaseResult) => void,
): Promise<void> {
  const [refused, others] = [true, false].map((wanted) =>
    postponed.filter(({ planned }) => wasRefused(planned) === wanted),
  );
  for (const { planned, result } of others ?? []) {
    const again = await run(planned);
    // What the first run showed of the relay's end is not to be lost.
    onCase(again.notRun === undefined || again.verdicts.length > 0 ? again : result);
  }
  let refusals = 0;
  let restNeeded = true;
  for (const { planned, result } of refused ?? []) {
    if (refusals === 0 && restNeeded) {
      tell('the relay gets a rest before the cases that it refused are run once more');
    }
    if (refusals >= mostRefusals || (restNeeded && rests.spent())) {
      onCase(result);
      continue;
    }
    if (restNeeded) {
      await rests.rest(retryAfterMs());
    }
    let again = await run(planned);
    if (again.notRun !== undefined && !restNeeded && !rests.spent()) {
      // The case before it may have brought this about.
      await rests.rest(retryAfterMs());
      again = await run(planned);
    }
    onCase(again);
    restNeeded = again.notRun !== undefined;
    refusals = restNeeded ? refusals + 1 : 0;
  }
}
