import { loadContract } from '../contract/load.ts';
import { dialectIds } from '../core/dialect-ids.generated.ts';
import { sha256 } from '../core/hash.ts';
import { type RouteName, routeName } from '../core/route.ts';
import { writeHar } from '../recording/write-har.ts';
import type { CertificateBasis, NotRun } from './certificate.ts';
import type { CertifyOptions, PreparedRun } from './certify.ts';
import type { Plan, PlannedCase } from './plan.ts';
import { relayProfile } from './relay-source.ts';
import type { RunHeader } from './result.ts';
import type { Session } from './session.ts';

/** What a run is about, once its relay is up. */
export function runHeader(options: CertifyOptions, prepared: PreparedRun, session: Session): RunHeader {
  const { name, version } = session.relay;
  const { shard } = options;
  return {
    relaycert: options.version,
    relay: { name, ...(version === undefined ? {} : { version }) },
    level: options.level ?? relayProfile(options.source).level,
    seed: options.seed,
    routes: routesOf(prepared.selected),
    cases: prepared.selected.length,
    requirements: prepared.requirements.length,
    plan: { cases: prepared.plan.cases.length, requirements: prepared.levelRequirements },
    ...(shard === undefined ? {} : { shard }),
    strict: options.strict,
    deviations: options.deviations,
    basis: certificateBasis(options, prepared),
    again: options.again,
    startedAt: options.clock.date().toISOString(),
  };
}

function routesOf(cases: readonly PlannedCase[]): readonly RouteName[] {
  return [...new Set(cases.map(({ route }) => routeName(route)))];
}

function certificateBasis(options: CertifyOptions, prepared: PreparedRun): CertificateBasis {
  return {
    configHash: relayProfile(options.source).hash,
    exhaustive: options.exhaustive,
    contracts: Object.fromEntries(dialectIds.map((id) => [id, loadContract(id).contract.version])),
    recordingsHash: sha256(options.recordings.map((recording) => sha256(writeHar(recording))).join('\n')),
    requirements: prepared.requirements.map(({ id }) => id),
    notRun: notRun(prepared.plan),
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
