import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyDeviations, type DeviationOutcome, describeDeviation } from './certify/judge/deviations.ts';
import { type CaseResult, topics } from './certify/judge/result.ts';
import { refusing } from './certify/judge/verdict.ts';
import { loadRunInCode } from './certify/options/load-run.ts';
import type { RunChoices } from './certify/options/run-options.ts';
import { prepareRun } from './certify/plan/prepare-run.ts';
import { failNotRun, failOn } from './certify/run/fail-on.ts';
import { openSession, type Session } from './certify/run/session.ts';
import { describeFault, HarnessFault, UsageFault } from './core/fault.ts';
import type { RelayDefinition } from './relays/relay-definition.ts';

export type { RunChoices } from './certify/options/run-options.ts';
export type { RelayDefinition } from './relays/relay-definition.ts';

/** What vitest itself is told elsewhere (`-t`, `--watch`, reporters) is none of these. */
export interface CertifyRelayOptions extends Omit<RunChoices, 'testNamePattern' | 'watch' | 'reporters' | 'output'> {
  /** Milliseconds that one case may take; 300,000 by default. The relay's own deadlines end it sooner, but a case may
   * wait until a relay that ended runs again. */
  readonly timeoutMs?: number;
  /** Milliseconds that installing and starting the relay may take; 300,000 by default. */
  readonly startTimeoutMs?: number;
}

/**
 * Registers the certification of a relay in your own vitest: one test per case, which fails for each must-finding that
 * no deviation accepts. How many run at once is vitest's `maxConcurrency`.
 *
 * ```ts
 * import { certifyRelay } from 'relaycert/vitest';
 *
 * await certifyRelay('./relay.yaml');
 * ```
 *
 * @param relay a definition, the path of a config file, or the id of a preset
 * @throws Error for whatever is wrong with the relay's config, the recordings and the choices
 */
export async function certifyRelay(relay: RelayDefinition | string, options: CertifyRelayOptions = {}): Promise<void> {
  const { afterAll, beforeAll, describe, test } = await runningVitest();
  const run = await inOneLine(loadRunInCode(relay, options, process.env));
  const prepared = await inOneLine(Promise.resolve().then(() => prepareRun(run)));
  const { plan, selected, requirements, levelRequirements } = prepared;
  const results: CaseResult[] = [];
  let session: Session | undefined;

  const judgeDeviations = (findings: CaseResult['findings'], partial: boolean): DeviationOutcome =>
    applyDeviations(findings, run.deviations, run.clock.date(), partial);

  describe(`relaycert ${run.relay.profile.name}`, {
    concurrent: true,
    timeout: options.timeoutMs ?? 300_000,
  }, () => {
    beforeAll(async () => {
      session = await inOneLine(openSession(run, prepared));
    }, options.startTimeoutMs ?? 300_000);

    afterAll(async () => {
      await session?.close();
      const whole = results.length === plan.cases.length && requirements.length === levelRequirements;
      refuseDeadEntries(
        judgeDeviations(
          results.flatMap(({ findings }) => findings),
          !whole,
        ),
      );
    });

    for (const topic of topics) {
      const cases = selected.filter((planned) => planned.topic === topic);
      describe.skipIf(cases.length === 0)(topic, () => {
        for (const planned of cases) {
          test(planned.path, async () => {
            if (session === undefined) {
              throw new Error('the relay is not running');
            }
            let result = await session.run(planned);
            if (result.notRun !== undefined) {
              await session.runPostponed([{ planned, result }], (again) => {
                result = again;
              });
            }
            results.push(result);
            failOn(refusing(judgeDeviations(result.findings, true).refused, run), result.fault);
            failNotRun(result.notRun);
          });
        }
      });
    }
  });
}

/** An entry that no longer accepts anything would hide the next finding like it. */
function refuseDeadEntries({ stale, expired }: DeviationOutcome): void {
  const lines = [
    ...stale.map((deviation) => `stale deviation: ${describeDeviation(deviation)}`),
    ...expired.map((deviation) => `deviation expired on ${deviation.expires}: ${describeDeviation(deviation)}`),
  ];
  if (lines.length > 0) {
    throw new Error(lines.join('\n'));
  }
}

/** The message says everything; our own stack below it would only hide it. */
async function inOneLine<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UsageFault || error instanceof HarnessFault)) {
      throw error;
    }
    const told = new Error(describeFault(error));
    told.name = error.name;
    told.stack = `${told.name}: ${told.message}`;
    throw told;
  }
}

/**
 * The copy of vitest that runs the calling test file. A second copy (ours, where the user has another version) has a
 * registry of its own and cannot register tests. Only the path of the worker that we run in shows which one it is; where
 * it does not, the usual resolution decides.
 */
async function runningVitest(): Promise<typeof import('vitest')> {
  const entry = process.argv[1] ?? '';
  const index = join(dirname(entry), '..', 'index.js');
  if (/[\\/]vitest[\\/]dist[\\/]workers[\\/]/.test(entry) && existsSync(index)) {
    return import(pathToFileURL(index).href);
  }
  return import('vitest');
}
