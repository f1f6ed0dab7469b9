import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DialectId, dialectIds } from '../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../src/core/domain-event.ts';
import type { Header, WireScript } from '../src/core/exchange.ts';
import { UsageFault } from '../src/core/fault.ts';
import { isObject, type JsonObject, parseJson } from '../src/core/json.ts';
import { packageRoot } from '../src/core/package-root.ts';
import type { NeutralRequest, Scenario } from '../src/core/scenario.ts';
import type { Dialect } from '../src/dialects/dialect.ts';
import { dialects } from '../src/dialects/registry.generated.ts';
import { readRecording } from '../src/recording/load-recordings.ts';
import { loadScenarios } from '../src/recording/load-scenarios.ts';
import type { RecordedRequest, Recording } from '../src/recording/recording.ts';
import { modalityFacts, requestFacts } from '../src/recording/request-facts.ts';
import { saveRecording } from '../src/recording/save-recording.ts';
import { askInDialect, scenarioChoices, scenarioDialects } from '../src/recording/scenario-dialects.ts';
import { scenarioEvents } from '../src/recording/scenario-events.ts';
import { writeHar } from '../src/recording/write-har.ts';
import { createFrameWriter } from '../src/wire/frame-writer.ts';
import { runScript } from './run-script.ts';

/** Seconds since 1970. It is fixed, so that the same scenarios always give the same bytes. */
const created = 1_764_460_800;

const recordingsFolder = join(packageRoot, 'recordings');

/**
 * One recording per scenario and dialect that can give its answer. Deterministic: it reads only the scenarios and the
 * contracts' versions.
 */
export function synthesiseRecordings(): readonly Recording[] {
  const scenarios = loadScenarios(join(recordingsFolder, 'scenarios'));
  return dialectIds.flatMap((id) =>
    scenarios
      .filter((scenario) => scenarioDialects(scenario).includes(id))
      .map((scenario) => synthesise(scenario, dialects[id])),
  );
}

function synthesise(scenario: Scenario, dialect: Dialect): Recording {
  const { provider } = dialect;
  const request: NeutralRequest = {
    ...scenario.request,
    model: provider.model,
    stream: true,
    includeUsage: true,
    choices: scenarioChoices(scenario),
  };
  const body = askInDialect(dialect.request.build(request), scenario, dialect.id);
  return {
    name: scenario.name,
    dialect: dialect.id,
    mode: 'stream',
    provenance: 'synthesised',
    scenario: scenario.name,
    contractVersion: contractVersion(dialect.id),
    script: synthesiseScript(scenario, dialect),
    request: synthesiseRequest(request, body, dialect),
    facts: { ...requestFacts(request), ...modalityFacts(body) },
  };
}

function synthesiseScript(scenario: Scenario, dialect: Dialect): WireScript {
  const { model, idPrefix } = dialect.provider;
  const id = `${idPrefix}${scenario.answer.id}`;
  const encoder = dialect.createEncoder({ id, model, created, includeUsage: true, logprobsShareEvents: true });
  const frames = scenarioEvents(scenario, dialect.id).flatMap((event) => encoder.push(withId(event, id)));
  const [{ style, headers }] = dialect.streams;
  const writer = createFrameWriter(style);
  const bytes = [...frames.map(writer.write), writer.end()].filter(({ length }) => length > 0);
  return {
    head: { status: 200, headers: toHeaders(headers) },
    // One event per write and no time in between, because mutations vary when bytes come.
    writes: bytes.map((write) => ({ atMs: 0, bytes: write })),
    ending: 'clean',
  };
}

function synthesiseRequest(request: NeutralRequest, body: JsonObject, dialect: Dialect): RecordedRequest {
  return {
    method: 'POST',
    url: `${dialect.provider.baseUrl}${dialect.request.path(request.model, 'stream')}`,
    // The recording's writer leaves out the header with the key, so the key here does not matter.
    headers: toHeaders(dialect.request.headers('')),
    body,
  };
}

function withId(event: DomainEventBody, id: string): DomainEventBody {
  return event.kind === 'response.started' ? { ...event, id } : event;
}

function toHeaders(headers: Readonly<Record<string, string>>): readonly Header[] {
  return Object.entries(headers);
}

function contractVersion(dialect: DialectId): string {
  const path = join(packageRoot, 'contracts', dialect, 'contract.json');
  const parsed = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined;
  const version = parsed?.ok && isObject(parsed.value) ? parsed.value['version'] : undefined;
  return typeof version === 'string' ? version : '1';
}

function recordingPath({ dialect, name }: Pick<Recording, 'dialect' | 'name'>): string {
  return join(recordingsFolder, dialect, `${name}.har`);
}

/** Synthesised recordings whose scenario is gone. Captured recordings are never touched. */
function orphans(wanted: ReadonlySet<string>): readonly string[] {
  return dialectIds
    .map((id) => join(recordingsFolder, id))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => path.endsWith('.har') && !wanted.has(path))
    .filter((path) => readRecording(path).provenance === 'synthesised');
}

function run(check: boolean): number {
  const recordings = synthesiseRecordings();
  const changed = recordings.filter((recording) => {
    const path = recordingPath(recording);
    return !existsSync(path) || readFileSync(path, 'utf8') !== writeHar(recording);
  });
  const gone = orphans(new Set(recordings.map(recordingPath)));
  for (const path of [...changed.map(recordingPath), ...gone].sort()) {
    const state = gone.includes(path) ? 'has no scenario' : 'differs from its scenario';
    console.log(`${relative(packageRoot, path)} ${state}`);
  }
  if (!check) {
    for (const recording of changed) {
      saveRecording(join(recordingsFolder, recording.dialect), recording);
    }
    for (const path of gone) {
      rmSync(path);
    }
  }
  const stale = changed.length + gone.length;
  console.log(`${recordings.length} recordings, ${stale} ${check ? 'stale' : 'rewritten or removed'}`);
  return check && stale > 0 ? 1 : 0;
}

function main(words: readonly string[]): number {
  const unknown = words.find((word) => word !== '--check');
  if (unknown !== undefined) {
    throw new UsageFault('this argument is unknown', unknown, 'use --check, or no argument to write the recordings');
  }
  return run(words.includes('--check'));
}

if (import.meta.main) {
  await runScript(() => {
    process.exitCode = main(process.argv.slice(2));
  });
}
