import { type ConfirmedFault, compareHarm, confirmFault } from '../judge/confirmed.ts';
import { comparePlainness } from '../judge/plainness.ts';
import type { CaseResult, Finding } from '../judge/result.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { ConfirmBudget } from './confirm.ts';
import type { Session } from './session.ts';

/** What the confirmation of a whole run may cost. Faults that it does not reach stand as they were found. */
const budget: ConfirmBudget = { cases: 30, ms: 60_000 };

/**
 * Looks again for each fault that refuses the relay, once, on the plainest case that shows it, the worst faults first.
 *
 * @param refusing the findings that refuse
 */
export async function confirmFaults(
  refusing: readonly Finding[],
  results: ReadonlyMap<string, CaseResult>,
  planned: ReadonlyMap<string, PlannedCase>,
  session: Session,
): Promise<readonly ConfirmedFault[]> {
  const byFault = Map.groupBy(refusing, ({ fault }) => fault);
  const examples = [...byFault.values()]
    .flatMap((findings) => findings.toSorted(comparePlainness).slice(0, 1))
    .toSorted(compareHarm);
  const cases = [...new Set(examples.map((finding) => finding.case))].flatMap((id) => planned.get(id) ?? []);
  const confirmations = await session.confirm(cases, budget);
  const byCase = new Map(confirmations.map((confirmation) => [confirmation.case, confirmation]));
  return examples.flatMap((finding) => {
    const first = (byFault.get(finding.fault) ?? []).flatMap((shown) => results.get(shown.case) ?? []);
    const again = byCase.get(finding.case);
    return again === undefined ? [] : [confirmFault(finding.fault, { ...again, first })];
  });
}
