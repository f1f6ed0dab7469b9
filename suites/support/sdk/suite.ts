import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { mutation as finishWrong } from '../../../src/mutations/finish-wrong.ts';
import { mutation as textAltered } from '../../../src/mutations/text-altered.ts';
import { mutation as toolDropped } from '../../../src/mutations/tool-dropped.ts';
import { mutation as toolRenamed } from '../../../src/mutations/tool-renamed.ts';
import { mutation as usageAltered } from '../../../src/mutations/usage-altered.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { foldedScript } from '../../../src/upstream/folded-script.ts';
import { jsonScript } from '../../../src/upstream/json-script.ts';
import { isErrorFor } from '../streams/answer-substance.ts';
import { ownRecordings, recordedCapture } from '../streams/law-streams.ts';
import { disagreements } from './agreement.ts';
import { sdkCuts, wholeStream } from './cuts.ts';
import type { SdkRead, SdkReader } from './readers/reader.ts';
import { notedTable, observedTable, writeTable } from './table.ts';
import { type SdkTriangle, startSdkTriangle } from './triangle.ts';

const ways = ['iterator', 'helper', 'body'] as const;

/** One way to read an answer with an SDK. */
interface Reads {
  readonly way: (typeof ways)[number];
  readonly read: SdkRead;
}

function readsOf(reader: SdkReader): readonly Reads[] {
  return ways.flatMap((way) => {
    const read = reader[way];
    return read === undefined ? [] : [{ way, read }];
  });
}

/** Breakages of a relay that leave a stream readable, so that only the comparison can tell. */
const lies = [
  { mutation: textAltered, recording: 'short-text' },
  { mutation: toolDropped, recording: 'parallel-tools' },
  { mutation: toolRenamed, recording: 'one-tool' },
  { mutation: finishWrong, recording: 'short-text' },
  { mutation: usageAltered, recording: 'short-text' },
] as const;

/** What an SDK itself reads in another way than it was sent, whoever sends it. */
const misread: readonly {
  readonly where: string;
  readonly line: RegExp;
  readonly recording: string;
  readonly why: string;
}[] = [
  {
    where: 'gemini-generate helper',
    line: /^two-choices: text: /,
    recording: 'two-choices',
    why: 'the chat helper joins the texts of all candidates into one',
  },
  ...['iterator', 'helper'].map((way) => ({
    where: `anthropic-messages ${way}`,
    line: /-smollm2(?:-tools)?: usage (?:input|output): undefined was read as 0$/,
    recording: 'short-text-smollm2',
    why: 'where usage is unknown, the SDK keeps the placeholders of message_start',
  })),
];

/** Registers the tests of an SDK as a reader of the reference relay, over every upstream and every recording. */
export function describeSdkReader(reader: SdkReader): void {
  const { dialect: client, sdk } = reader;
  const reads = readsOf(reader);
  const streamed = reads.filter(({ way }) => way !== 'body');
  let triangle: SdkTriangle | undefined;
  beforeAll(async () => {
    triangle = await startSdkTriangle();
  });
  afterAll(() => triangle?.close());

  describe.each(dialectIds)(`${sdk} behind the reference relay, with %s upstream`, (upstream) => {
    const recordings = ownRecordings.filter(({ dialect, mode }) => dialect === upstream && mode === 'stream');

    test.each(reads)('reads by its $way what was sent, in every recording', async (by) => {
      expect(recordings.length).toBeGreaterThan(10);
      const found: string[] = [];
      for (const recording of recordings) {
        const unlike = triangle === undefined ? ['no relay'] : await unlikeIn(triangle, client, by, recording);
        found.push(...unlike.map((line) => `${recording.name}: ${line}`));
      }
      const known = misread.filter(({ where }) => where === `${client} ${by.way}`);
      expect(found.filter((line) => !known.some((one) => one.line.test(line)))).toEqual([]);
      const recorded = new Set(recordings.map(({ name }) => name));
      const idle = known.filter((one) => recorded.has(one.recording) && !found.some((line) => one.line.test(line)));
      expect(idle).toEqual([]);
    });

    test.each(streamed)('never takes by its $way a cut stream for a whole one', async ({ read }) => {
      const cases = recordings
        .filter(({ name }) => name === 'short-text' || name === 'one-tool')
        .flatMap((recording) => sdkCuts.map((cut) => ({ recording, ...cut })));
      const silent = await Promise.all(
        cases.map(async ({ recording, title, apply, repairable }) => {
          const script = apply(recording);
          const { error } = await endOf(script && triangle?.throughRelay(read, upstream, script));
          const mayEnd = script === undefined || title === wholeStream || repairable;
          return error === undefined && mayEnd !== true ? [`${recording.name}: ${title}`] : [];
        }),
      );
      expect(silent.flat()).toEqual([]);
    });

    test.each(['rate_limit', 'overloaded', 'authentication', 'bad_request', 'too_large', 'server'] as const)(
      'throws with the status of its dialect when the upstream refuses with %s',
      async (meaning) => {
        const error = { origin: 'provider', class: meaning, message: 'The upstream refuses.' } as const;
        const { status, body } = dialects[upstream].encodeError(error);
        const script = jsonScript(status, body);
        const capture = { head: script.head, chunks: script.writes, ending: 'clean', endedAtMs: 0 } as const;
        // A dialect may have no word for this class, and says the next best.
        const { outcome } = readCapture(upstream, 'body', capture, { drift: false });
        const expected = dialects[client].encodeError(outcome.error ?? error).status;
        for (const { way, read } of reads) {
          const { error: thrown } = await endOf(triangle?.throughRelay(read, upstream, script));
          expect({ way, thrown: thrown instanceof Error, ...statusOf(thrown) }).toEqual({
            way,
            thrown: true,
            status: expected,
            message: expect.stringContaining('The upstream refuses.'),
          });
        }
      },
    );
  });

  test.each(lies)(`${sdk} shows it when the relay does $mutation.id`, async ({ mutation, recording: name }) => {
    const recording = ownRecordings.find((item) => item.dialect === client && item.name === name);
    const lying = await startSdkTriangle(mutation);
    try {
      const unlike =
        recording === undefined
          ? []
          : await unlikeIn(lying, client, { way: 'iterator', read: reader.iterator }, recording);
      expect(unlike).not.toEqual([]);
    } finally {
      await lying.close();
    }
  });

  test(`${sdk} does with each cut stream what the table in NOTES.md says`, async () => {
    const rows = triangle === undefined ? [] : await observedTable(reader, triangle);
    expect(rows.length).toBeGreaterThan(5);
    if (process.env['RELAYCERT_WRITE_SDK_TABLE'] === '1') {
      writeTable(reader, rows);
    }
    expect(notedTable(client)).toEqual(rows);
  });
}

/** Where an SDK, reading through a relay, does not say what the upstream sent. */
async function unlikeIn(
  triangle: SdkTriangle,
  client: DialectId,
  { way, read }: Reads,
  recording: Recording,
): Promise<readonly string[]> {
  const { dialect: upstream } = recording;
  const script = way === 'body' ? foldedScript(recording) : recording.script;
  const mode = way === 'body' ? 'body' : 'stream';
  const capture = { ...recordedCapture(recording), head: script.head, chunks: script.writes };
  const { outcome } = readCapture(upstream, mode, capture, { drift: false });
  if (isErrorFor(client, outcome)) {
    const { error } = await endOf(triangle.throughRelay(read, upstream, script));
    return error === undefined ? ['a finish for which there is no word was read as an answer'] : [];
  }
  try {
    const report = await triangle.throughRelay(read, upstream, script);
    return disagreements({ client, upstream, mode }, outcome, report);
  } catch (error) {
    return [`threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`];
  }
}

/** How reading ended: with an error, or without. */
async function endOf(reading: Promise<unknown> | undefined): Promise<{ readonly error?: unknown }> {
  try {
    await reading;
    return {};
  } catch (error) {
    return { error };
  }
}

function statusOf(error: unknown): { readonly status?: unknown; readonly message?: string } {
  if (!(error instanceof Error)) {
    return {};
  }
  const status = 'status' in error ? error.status : 'status_code' in error ? error.status_code : undefined;
  return { ...(status === undefined ? {} : { status }), message: error.message };
}
