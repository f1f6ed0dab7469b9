import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/clock.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import type { Mode } from '../../../src/core/route.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { finishRecording } from '../../../src/recorder/finish-recording.ts';
import type { RecordedExchange, RunningExchange } from '../../../src/recorder/record-exchange.ts';
import { createRecorder, type RecorderOptions } from '../../../src/recorder/recorder.ts';
import type { ExchangeDetails } from '../../../src/recorder/recording-of.ts';
import type { TapReader } from '../../../src/recorder/tap.ts';
import { startUpstream } from '../../../src/upstream/upstream.ts';

export interface RecordHere extends Partial<RecorderOptions> {
  readonly folder: string;
  readonly dialect?: DialectId;
  readonly mode?: Mode;
  readonly name?: string;
  readonly prompt?: string;
  readonly key?: string;
  readonly reader?: TapReader;
  /** Called when the exchange is under way. */
  readonly started?: (running: RunningExchange) => void;
  readonly details?: Partial<ExchangeDetails>;
}

/** The request of a test, and what is known of it. */
export function detailsFor(
  url: string,
  { dialect = 'openai-chat', mode = 'stream', ...more }: Partial<RecordHere>,
): ExchangeDetails {
  const { request } = dialects[dialect];
  const neutral = {
    model: 'some-model',
    stream: mode === 'stream',
    turns: [{ role: 'user' as const, text: more.prompt ?? 'Please answer.' }],
    tools: [],
    includeUsage: true,
    choices: 1,
    maxTokens: 100,
  };
  const body = request.build(neutral);
  return {
    dialect,
    mode,
    provenance: 'captured',
    facts: { n: 1 },
    body,
    request: {
      method: 'POST',
      url: url + request.path('some-model', mode),
      headers: Object.entries(request.headers(more.key ?? 'a-key-of-a-test-1234')),
      body: Buffer.from(JSON.stringify(body)),
    },
    ...more.details,
  };
}

/** Records one answer of whatever listens at the address. */
export async function recordFrom(url: string, options: RecordHere): Promise<RecordedExchange> {
  const recorder = createRecorder({
    clock: systemClock,
    secrets: [],
    finish: (raw) => finishRecording(raw, () => ({ breaches: [], integrity: 'complete' })),
    ...options,
  });
  const running = recorder.record({
    details: detailsFor(url, options),
    reader: options.reader ?? {},
    name: () => options.name ?? 'sample',
  });
  options.started?.(running);
  return await running.recorded;
}

/** Lets the fake upstream play a script, and records it. */
export async function recordScript(script: WireScript, options: RecordHere): Promise<RecordedExchange> {
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => script });
  try {
    return await recordFrom(upstream.url, options);
  } finally {
    await upstream.close();
  }
}

/** Every file below a folder, hidden ones too. */
export function allFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
