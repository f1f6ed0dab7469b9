import { loadContract } from '../../contract/load.ts';
import { dialectIds } from '../../core/dialect-ids.generated.ts';
import { sha256 } from '../../core/hash.ts';
import { packageVersion } from '../../core/package-version.ts';
import { routeName } from '../../core/route.ts';
import { writeHar } from '../../recording/write-har.ts';
import type { RunningRelay } from '../../relays/running-relay.ts';
import type { CertificateBasis, NotRun, RunHeader } from '../judge/run-header.ts';
import { budgetText } from '../options/budget.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import type { Plan } from '../plan/plan.ts';
import type { PreparedRun } from '../plan/prepare-run.ts';

/**
 * What a run is about, once its relay is up.
 *
 * @param used how many cases run at once after the preflight
 */
export function describeRun(
  options: CertifyOptions,
  prepared: PreparedRun,
  { name, version }: Pick<RunningRelay, 'name' | 'version'>,
  used: number = options.concurrency,
): RunHeader {
  const { grade, level, seed, budget, shard, strict, deviations, again, clock, concurrency } = options;
  const { plan, selected, requirements, levelRequirements } = prepared;
  return {
    relaycert: packageVersion,
    relay: { name, ...(version === undefined ? {} : { version }) },
    grade,
    level,
    seed,
    routes: [...new Set(selected.map(({ route }) => routeName(route)))],
    cases: selected.length,
    requirements: requirements.length,
    plan: { cases: plan.cases.length, requirements: levelRequirements },
    ...(budget === undefined ? {} : { budget: budgetText(budget) }),
    ...(shard === undefined ? {} : { shard }),
    strict,
    concurrency: { configured: concurrency, used },
    deviations,
    basis: certificateBasis(options, prepared),
    again,
    startedAt: clock.date().toISOString(),
  };
}

function certificateBasis(
  { relay, exhaustive, recordings }: CertifyOptions,
  { requirements, plan }: PreparedRun,
): CertificateBasis {
  return {
    configHash: relay.profile.hash,
    deadlines: relay.profile.deadlines,
    exhaustive,
    contracts: Object.fromEntries(dialectIds.map((id) => [id, loadContract(id).contract.version])),
    recordingsHash: sha256(recordings.map((recording) => sha256(writeHar(recording))).join('\n')),
    requirements: requirements.map(({ id }) => id),
    notRun: notRun(plan),
  };
}

function notRun({ notAsked, notApplicable }: Plan): readonly NotRun[] {
  const entries: readonly (Omit<NotRun, 'recordings'> & { readonly recording: string })[] = [
    ...notAsked.map(({ recording, reason }) => ({ recording, reason })),
    ...notApplicable,
  ];
  const groups = Map.groupBy(entries, ({ mutation, reason }) => `${mutation ?? ''}\n${reason}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ mutation, reason }) => ({
      ...(mutation === undefined ? {} : { mutation }),
      reason,
      recordings: [...new Set(group.map(({ recording }) => recording))],
    })),
  );
}
