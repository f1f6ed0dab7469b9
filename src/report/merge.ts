import { concludeRun, type RunOutcome } from '../certify/judge/conclude.ts';
import type { CaseResult } from '../certify/judge/result.ts';
import type { RunHeader } from '../certify/judge/run-header.ts';
import { HarnessFault } from '../core/fault.ts';
import { canonicalJson } from '../core/json.ts';
import { readReport } from './read-report.ts';
import type { Report } from './report-line.ts';

/** A joined run, and the time at which the last of its parts ended. */
export interface MergedRun {
  readonly outcome: RunOutcome;
  readonly endedAt: Date;
}

/**
 * Joins the reports of runs that each took a part of one plan: shards, or selections that do not overlap. It judges the
 * whole again, because no shard alone can tell that a deviation is stale.
 *
 * @param paths report files
 * @throws HarnessFault for a report that is not whole, for reports of different runs, and for a case in two reports
 * @throws UsageFault for a file that cannot be read
 */
export function mergeReports(paths: readonly string[]): MergedRun {
  const reports = paths.map(readReport);
  const [first, ...others] = reports;
  if (first === undefined) {
    throw new HarnessFault('there is no report to join', 'merge', 'name report.jsonl files, or folders that hold them');
  }
  for (const other of others) {
    refuseForeign(first, other);
  }
  const results = joinResults(reports);
  const header = joinHeaders(reports, first.outcome.header);
  const confirmed = reports.flatMap(({ outcome }) => outcome.confirmed ?? []);
  const endedAt = new Date(Math.max(...reports.map((report) => report.endedAt.getTime())));
  const faults = [...reports.flatMap((report) => report.outcome.faults), ...missingShards(reports)];
  return { outcome: concludeRun(header, results, faults, endedAt, confirmed), endedAt };
}

function refuseForeign(first: Report, other: Report): void {
  const wanted = runIdentity(first.outcome.header);
  const found = runIdentity(other.outcome.header);
  for (const [name, value] of Object.entries(wanted)) {
    if (found[name] !== value) {
      throw new HarnessFault(
        `this report and ${first.path} are of different runs: ${name} differs`,
        other.path,
        'join only reports with the same relay, version, seed, level and recordings',
      );
    }
  }
}

/** What all parts of one run have in common, each as text. */
function runIdentity(header: RunHeader): Readonly<Record<string, string>> {
  const { configHash, contracts, recordingsHash, requirements, exhaustive } = header.basis;
  const text = (value: unknown): string => canonicalJson(JSON.stringify(value)) ?? '';
  return {
    relay: `${header.relay.name} ${header.relay.version ?? ''}`,
    'version of relaycert': header.relaycert,
    grade: header.grade,
    level: header.level,
    seed: header.seed,
    'the config of the relay': configHash,
    contracts: text(contracts),
    recordings: recordingsHash,
    requirements: text(requirements),
    exhaustive: String(exhaustive),
    strict: String(header.strict),
    deviations: text(header.deviations),
    budget: String(header.budget ?? ''),
    'number of shards': String(header.shard?.count ?? ''),
    'size of the plan': text(header.plan),
  };
}

function joinResults(reports: readonly Report[]): readonly CaseResult[] {
  const places = new Map<string, string>();
  return reports.flatMap(({ path, outcome }) =>
    outcome.results.map((result) => {
      const other = places.get(result.case);
      if (other !== undefined) {
        throw new HarnessFault(`case ${result.case} is also in ${other}`, path, 'give each shard once');
      }
      places.set(result.case, path);
      return result;
    }),
  );
}

function joinHeaders(reports: readonly Report[], first: RunHeader): RunHeader {
  const headers = reports.map(({ outcome }) => outcome.header);
  const { shard: _shard, ...common } = first;
  return {
    ...common,
    routes: [...new Set(headers.flatMap(({ routes }) => routes))],
    cases: headers.reduce((sum, { cases }) => sum + cases, 0),
    startedAt: headers.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
  };
}

function missingShards(reports: readonly Report[]): readonly string[] {
  const shards = reports.flatMap(({ outcome: { header } }) => header.shard ?? []);
  const count = shards[0]?.count ?? 0;
  const present = new Set(shards.map(({ index }) => index));
  return Array.from({ length: count }, (_item, index) => index + 1)
    .filter((index) => !present.has(index))
    .map((index) => `shard ${index} of ${count} is missing`);
}
