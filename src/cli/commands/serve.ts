import { Option } from 'commander';
import { loadRecordingSet } from '../../certify/options/recording-set.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import type { Recording } from '../../recording/recording.ts';
import { counted } from '../../report/text/words.ts';
import type { JournalEntry } from '../../upstream/journal.ts';
import { atSpeed, unpaced } from '../../upstream/pace.ts';
import { createRecordingAnswer, recordingModel } from '../../upstream/serve.ts';
import { startUpstream } from '../../upstream/upstream.ts';
import type { CliCommand } from '../command.ts';
import { portParser, speedParser } from '../flag-parsers.ts';
import { recordingSources, repeatable } from '../run-flags.ts';
import { untilInterrupt } from '../shell.ts';

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly recordings?: readonly string[];
  readonly dialect?: string;
  readonly realtime: boolean;
  readonly speed?: number;
}

export const command: CliCommand = {
  name: 'serve',
  define: (command) => {
    command
      .description('serve recordings as a provider would, until Ctrl-C; the model recording:<name> picks one')
      .option('--port <n>', 'port, 0 for a free one', portParser('--port'), 0)
      .option('--host <host>', 'address to listen on', '127.0.0.1')
      .addOption(repeatable('--recordings <path>', 'file or folder of recordings to serve instead of our own'))
      .option('--dialect <id>', 'dialect of raw body files among the recordings')
      .addOption(
        new Option('--realtime', 'wait between chunks as long as it was recorded').default(false).conflicts('speed'),
      )
      .option('--speed <factor>', 'the same, this many times as fast', speedParser('--speed'));
  },
  run: async (command, shell) => {
    const { recordings: paths, dialect, realtime, port, host, ...flags } = command.opts<ServeFlags>();
    // How fast recorded times pass; without either flag nothing is waited for.
    const speed = flags.speed ?? (realtime ? 1 : unpaced);
    const { recordings: loaded } = loadRecordingSet(recordingSources(paths, dialect));
    // An answer captured from a relay is not a provider's answer.
    const recordings = loaded.filter(({ provenance }) => provenance !== 'captured-relay');
    const answer = createRecordingAnswer(recordings);
    const upstream = await startUpstream({
      clock: shell.clock,
      host,
      port,
      otherwise: (request) => atSpeed(answer(request), speed),
      onEntry: (entry) => shell.tell(`${describeEntry(entry)}\n`),
      models: recordings.map(({ name }) => recordingModel(name)),
    });
    shell.write(
      `serving ${counted(recordings.length, 'recording')} on ${upstream.url}\n\n${curlLines(upstream.url, recordings).join('\n\n')}\n\nCtrl-C ends it\n`,
    );
    await untilInterrupt(shell);
    await upstream.close();
    return 0;
  },
};

/** One request per dialect, to be pasted. */
function curlLines(url: string, recordings: readonly Recording[]): readonly string[] {
  return Object.values(dialects).flatMap(({ id, request }) => {
    const fitting = recordings.filter((candidate) => candidate.dialect === id && candidate.mode === 'stream');
    const recording = fitting.find(({ name }) => name === 'short-text') ?? fitting[0];
    if (recording === undefined) {
      return [];
    }
    const model = recordingModel(recording.name);
    const body = request.build({
      model,
      stream: true,
      turns: [{ role: 'user', text: 'Hello' }],
      tools: [],
      includeUsage: true,
      choices: 1,
    });
    return [
      `curl -sN ${url}${request.path(model, 'stream')} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
    ];
  });
}

function describeEntry({ request, written, bytesWritten, abortSeen }: JournalEntry): string {
  const { dialect, mode, neutral } = request;
  const status = written.head === undefined ? 'no head' : String(written.head.status);
  return [
    dialect,
    mode,
    neutral.model,
    status,
    counted(bytesWritten, 'byte'),
    abortSeen ? 'closed by the client' : written.ending,
  ].join(' · ');
}
