import { concludeRun, type RunOutcome } from './judge/conclude.ts';
import type { ConfirmedFault } from './judge/confirmed.ts';
import { type CaseResult, topics } from './judge/result.ts';
import { refusing } from './judge/verdict.ts';
import type { CertifyOptions } from './options/certify-options.ts';
import { type PreparedRun, prepareRun } from './plan/prepare-run.ts';
import { confirmFaults } from './run/confirm-faults.ts';
import { startControl } from './run/control.ts';
import { describeRun } from './run/describe-run.ts';
import type { Postponed } from './run/run-again.ts';
import type { RunListener } from './run/run-listener.ts';
import { openSession, type Session } from './run/session.ts';
import { withinTime } from './run/within-time.ts';

/**
 * Certifies a relay: starts it between a fake upstream and a probe, runs every selected case as a vitest test, and
 * judges what both sides saw.
 *
 * @param selection what `prepareRun` gave for the same options, where that was asked before
 * @throws UsageFault | HarnessFault when the run cannot start
 */
export async function certify(
  options: CertifyOptions,
  listener: RunListener = {},
  selection: PreparedRun = prepareRun(options),
): Promise<RunOutcome> {
  const session = await openSession(options, selection, listener);
  try {
    const { budget, seed, clock } = options;
    const prepared =
      budget?.kind === 'time'
        ? { ...selection, selected: await withinTime(selection.selected, budget, { seed, clock, session }) }
        : selection;
    const header = describeRun(options, prepared, session.relay(), session.concurrency());
    listener.onStart?.(header);
    const { results, faults } = await runCases(options, prepared, session, listener);
    const now = () => options.clock.date();
    const outcome = concludeRun(header, results, [...faults, ...crashOf(session)], now());
    const confirmed = await confirmRefusal(outcome, options, prepared, session, listener);
    return confirmed.length === 0 ? outcome : concludeRun(header, results, outcome.faults, now(), confirmed);
  } finally {
    await session.close();
  }
}

/** Of a run of one case, and of one that goes on, nothing is looked for again. */
async function confirmRefusal(
  { verdict, results, deviations }: RunOutcome,
  options: CertifyOptions,
  { selected }: PreparedRun,
  session: Session,
  { onProgress }: RunListener,
): Promise<readonly ConfirmedFault[]> {
  if (verdict !== 'refused' || options.watch || selected.length === 1) {
    return [];
  }
  const found = refusing(deviations.refused, options);
  onProgress?.('each fault is looked for once more, alone and under load');
  return confirmFaults(
    found,
    new Map(results.map((result) => [result.case, result])),
    new Map(selected.map((planned) => [planned.id, planned])),
    session,
  );
}

interface RanCases {
  /** In the order of the plan. */
  readonly results: readonly CaseResult[];
  /** Harness faults outside the cases. */
  readonly faults: readonly string[];
}

/** Hosts the suites, which ask for one case after the other. */
async function runCases(
  options: CertifyOptions,
  { selected }: PreparedRun,
  session: Session,
  { onCase }: RunListener,
): Promise<RanCases> {
  const byId = new Map(selected.map((planned) => [planned.id, planned]));
  const results = new Map<string, CaseResult>();
  const postponed = new Map<string, Postponed>();
  const keep = (result: CaseResult): void => {
    results.set(result.case, result);
    onCase?.(result);
  };
  const control = await startControl(async (id) => {
    const planned = byId.get(id);
    if (planned === undefined) {
      return undefined;
    }
    const result = await session.run(planned);
    // Whoever watches a run sees at once what could not be run, and starts it again by hand.
    if ((result.notRun !== undefined || session.wasHurried(planned)) && !options.watch) {
      postponed.set(id, { planned, result });
    } else {
      keep(result);
    }
    const { findings, fault, notRun } = result;
    return {
      findings: refusing(findings, options),
      ...(fault === undefined ? {} : { fault }),
      ...(notRun === undefined ? {} : { notRun }),
    };
  });
  try {
    // vitest takes a second to load, which only a run may cost.
    const { hostSuites } = await import('./run/vitest-host.ts');
    const faults = await hostSuites(options, {
      provided: {
        url: control.url,
        token: control.token,
        cases: selected.map(({ id, path, topic }) => ({ id, path, topic })),
      },
      topics: topics.filter((topic) => selected.some((planned) => planned.topic === topic)),
      onRunEnd: session.forget,
    });
    if (faults.length === 0) {
      await session.runPostponed([...postponed.values()], keep);
    } else {
      [...postponed.values()].forEach(({ result }) => keep(result));
    }
    return { results: selected.flatMap(({ id }) => results.get(id) ?? []), faults };
  } finally {
    await control.close();
  }
}

/** A relay that ended by itself when nothing was asked of it any more. What ended it cannot be told. */
function crashOf(session: Session): readonly string[] {
  const relay = session.relay();
  const crashed = session.explained() ? undefined : relay.exited();
  return crashed === undefined
    ? []
    : [`the relay ${crashed} after its last case; its last output: ${relay.log().slice(-3).join(' | ')}`];
}
