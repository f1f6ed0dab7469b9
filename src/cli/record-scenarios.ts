import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { byteCount, isRefusal } from '../core/exchange.ts';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import { suggestion } from '../core/nearest.ts';
import type { Reading } from '../core/reading.ts';
import type { Scenario } from '../core/scenario.ts';
import { shapeChanges, unknownThings } from '../recorder/drift.ts';
import { finishRecording, pathOfRecording } from '../recorder/finish-recording.ts';
import { type Endpoint, findEndpoint } from '../recorder/providers.ts';
import type { RunningExchange } from '../recorder/record-exchange.ts';
import { createRecorder, type Recorder } from '../recorder/recorder.ts';
import { judgedRecordingName, scenarioRecordingName } from '../recorder/recording-name.ts';
import { scenarioRequest } from '../recorder/scenario-request.ts';
import { shapeOf } from '../recorder/shape.ts';
import type { Tapped } from '../recorder/tap.ts';
import { readRecording } from '../recording/load-recordings.ts';
import { loadScenarios } from '../recording/load-scenarios.ts';
import type { Recording } from '../recording/recording.ts';
import { scenarioDialects } from '../recording/scenario-dialects.ts';
import { renderChecked } from '../report/text/checked-block.ts';
import { createStyle } from '../report/text/style.ts';
import { counted, formatCount, printable } from '../report/text/words.ts';
import { capturedRecording } from './captured-file.ts';
import { breachesOf, checkCaptured, judgeCaptured, markRecording } from './judge-captured.ts';
import { type RecordFlags, type RecordSetup, setUp } from './record-flags.ts';
import { createRecordProgress } from './record-progress.ts';
import type { ExitCode, Shell } from './shell.ts';

/**
 * Asks a provider for scenarios, one after the other, and records the answers.
 *
 * @returns 1 when an answer breaks its contract, is a refusal, or does not show its scenario, 3 when the user ended it
 * @throws UsageFault for flags, HarnessFault when no answer came
 */
export async function recordScenarios(flags: RecordFlags, shell: Shell): Promise<ExitCode> {
  const { provider, model } = flags;
  if (provider === undefined || model === undefined || flags.scenario === undefined) {
    const missing = provider === undefined ? '--provider' : model === undefined ? '--model' : '--scenario';
    throw new UsageFault(
      `${missing} is missing`,
      'record',
      'give --provider, --scenario and --model, or --listen and --to',
    );
  }
  const named = chooseScenarios(flags.scenario);
  const setup = setUp(flags, shell);
  const endpoint = findEndpoint(provider, setup.dialect, shell.environment);
  const scenarios = answerable(named, endpoint.dialect);
  const recorder = createRecorder({
    ...setup.options,
    finish: (raw) => finishRecording(raw, markRecording, judgedRecordingName),
    idleMs: flags.idle,
  });

  let interrupted = false;
  let running: RunningExchange | undefined;
  const forget = shell.onInterrupt(() => {
    interrupted = true;
    running?.abort('recorder');
  });
  let code: ExitCode = 0;
  try {
    for (const scenario of scenarios) {
      if (interrupted) {
        break;
      }
      const taken = await recordOne({ scenario, endpoint, model, flags, recorder, setup, shell }, (exchange) => {
        running = exchange;
      });
      code = taken.sound ? code : 1;
      if (taken.final && scenario !== scenarios.at(-1)) {
        shell.tell('relaycert: the rest was not asked: the key is not accepted\n');
        break;
      }
    }
  } finally {
    forget();
  }
  if (interrupted) {
    shell.tell('relaycert: interrupted: what had arrived is kept, the rest was not asked\n');
    return 3;
  }
  return code;
}

function chooseScenarios(wanted: string): readonly Scenario[] {
  const known = loadScenarios();
  const chosen = wanted === 'all' ? known : known.filter(({ name }) => name === wanted);
  if (chosen.length === 0) {
    const names = known.map(({ name }) => name);
    const all = `there are ${names.join(', ')}, and all`;
    throw new UsageFault(`there is no scenario ${wanted}`, '--scenario', suggestion(wanted, names, all));
  }
  return chosen;
}

/** @throws UsageFault when the dialect can give none of the answers */
function answerable(scenarios: readonly Scenario[], dialect: DialectId): readonly Scenario[] {
  const fitting = scenarios.filter((scenario) => scenarioDialects(scenario).includes(dialect));
  const [first] = scenarios;
  if (fitting.length === 0 && first !== undefined) {
    throw new UsageFault(
      `${dialect} cannot give the answer of ${first.name}`,
      '--scenario',
      `it is one for ${scenarioDialects(first).join(', ')}`,
    );
  }
  return fitting;
}

interface OneRecording {
  readonly scenario: Scenario;
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly flags: RecordFlags;
  readonly recorder: Recorder;
  readonly setup: RecordSetup;
  readonly shell: Shell;
}

interface Taken {
  readonly sound: boolean;
  /** The next request would fail in the same way. */
  readonly final: boolean;
}

async function recordOne(one: OneRecording, started: (exchange: RunningExchange) => void): Promise<Taken> {
  const { scenario, endpoint, model, flags, recorder, setup, shell } = one;
  const { mode, provenance, relay } = flags;
  const details = scenarioRequest({
    scenario,
    endpoint,
    model,
    mode,
    provenance,
    ...(relay === undefined ? {} : { relay }),
    traits: setup.traits,
    headers: flags.header,
  });
  const nameOf = (tapped?: Tapped): string => scenarioRecordingName(scenario.name, model, mode, tapped);
  const before = earlier(pathOfRecording(setup.options.folder, endpoint.dialect, nameOf()));
  const progress = createRecordProgress(scenario.name, shell);
  const exchange = recorder.record({ details, reader: progress.reader, name: nameOf });
  started(exchange);
  const { tapped, saved } = await exchange.recorded.finally(progress.end);
  if (saved === undefined) {
    if (tapped.endedBy === 'recorder') {
      return { sound: false, final: true };
    }
    throw new HarnessFault(
      `no answer (${tapped.failure ?? 'the connection was closed'})`,
      new URL(details.request.url).host,
      'nothing was recorded; check the address and the network',
    );
  }
  const recording = readRecording(saved.path);
  const checked = checkCaptured(capturedRecording(recording, relative(shell.folder, saved.path) || saved.path));
  const breaches = breachesOf(checked.judgement);
  const [first = '', ...rest] = renderChecked(checked, flags.verbose === true, createStyle(shell.colours));
  const mark = breaches.length === 0 ? [] : [`  breaks its contract, and is marked so: ${breaches.join(', ')}`];
  const missing = recording.notShown?.missing ?? [];
  const other =
    missing.length === 0 ? [] : [`  does not show ${scenario.name}, and is marked so: it lacks ${missing.join(', ')}`];
  const news = drift(before, recording, checked.reading);
  shell.write(`${[first, `  ${describeTapped(tapped)}`, ...rest, ...mark, ...other, ...news].join('\n')}\n`);
  const status = tapped.head?.status;
  return {
    sound:
      breaches.length === 0 &&
      missing.length === 0 &&
      !isRefusal(status) &&
      checked.reading.outcome.integrity === 'complete',
    final: status === 401 || status === 403,
  };
}

function describeTapped({ head, chunks, ending, endedBy }: Tapped): string {
  return [
    `status ${head?.status ?? 0}`,
    counted(chunks.length, 'chunk'),
    `${formatCount(byteCount(chunks))} bytes`,
    `${((chunks.at(-1)?.atMs ?? 0) / 1_000).toFixed(1)} s`,
    `${ending} by ${endedBy}`,
  ].join(' · ');
}

/** The recording that is about to be replaced. */
function earlier(path: string): Recording | undefined {
  return existsSync(path) ? readRecording(path) : undefined;
}

/** What changed in shape since the last time, and what the contract does not know. */
function drift(before: Recording | undefined, after: Recording, reading: Reading): readonly string[] {
  const unknown = unknownThings(reading).map(
    ({ id, detail, contract }) => `  unknown to the contract: ${id} ${printable(detail)} (extend ${contract})`,
  );
  if (before === undefined) {
    return unknown;
  }
  const changes = shapeChanges(
    shapeOf(before, judgeCaptured(capturedRecording(before)).reading),
    shapeOf(after, reading),
  );
  const since = before.recordedAt === undefined ? 'last time' : before.recordedAt.slice(0, 10);
  return [
    changes.length === 0 ? `  same shape as on ${since}` : `  changed in shape since ${since}:`,
    ...changes.map(({ sign, what, text }) => `    ${sign} ${what} ${printable(text)}`),
    ...unknown,
  ];
}
