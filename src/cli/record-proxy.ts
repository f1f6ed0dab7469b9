import { relative } from 'node:path';
import { byteCount } from '../core/exchange.ts';
import { describeFault, HarnessFault, UsageFault } from '../core/fault.ts';
import { parseBaseUrl } from '../recorder/providers.ts';
import { type ProxiedExchange, startRecordingProxy } from '../recorder/proxy.ts';
import { createRecorder } from '../recorder/recorder.ts';
import { counted, formatCount, printable } from '../report/text/words.ts';
import { startFinishThread } from './finish-thread.ts';
import { type RecordFlags, setUp } from './record-flags.ts';
import { type ExitCode, type Shell, untilInterrupt } from './shell.ts';

/**
 * Runs a recording proxy until the user ends it.
 *
 * @returns 1 when a recorded answer broke its contract, 3 when one could not be written
 */
export async function recordProxy(flags: RecordFlags, port: number, shell: Shell): Promise<ExitCode> {
  for (const name of ['provider', 'scenario', 'model'] as const) {
    if (flags[name] !== undefined) {
      throw new UsageFault(
        `--${name} and --listen do not go together`,
        `--${name}`,
        'a proxy records what its client asks',
      );
    }
  }
  if (flags.to === undefined) {
    throw new UsageFault('--to is missing', 'record --listen', 'give the base URL of the server behind the proxy');
  }
  const to = parseBaseUrl(flags.to, '--to', 'give the base URL of the server behind the proxy');
  const { options, dialect, traits } = setUp(flags, shell);
  const thread = startFinishThread();
  const recorder = createRecorder({ ...options, finish: thread.finish });
  const counts = { recorded: 0, broken: 0, lost: 0 };
  const proxy = await startRecordingProxy({
    recorder,
    clock: shell.clock,
    port,
    to,
    ...(dialect === undefined ? {} : { dialect }),
    provenance: flags.provenance,
    traits,
    ...(flags.relay === undefined ? {} : { relay: flags.relay }),
    onExchange: (exchange) => shell.tell(`${describe(exchange, counts, shell)}\n`),
    onPassed: ({ method, path, reason }) =>
      shell.tell(`passed on, not recorded: ${method} ${printable(path)} (${reason})\n`),
  });
  shell.write(
    `recording what passes from ${proxy.url} to ${to}\npoint the base URL of your client at it; Ctrl-C ends it\n`,
  );
  await untilInterrupt(shell);
  await proxy.close();
  await thread.close();
  shell.write(`${counted(counts.recorded, 'recording')}\n`);
  return counts.lost > 0 ? 3 : counts.broken > 0 ? 1 : 0;
}

/** One line per exchange: what it was, how it ended, where it is. */
function describe(
  { dialect, mode, model, result }: ProxiedExchange,
  counts: { recorded: number; broken: number; lost: number },
  shell: Shell,
): string {
  const what = [dialect, mode, printable(model)];
  if ('fault' in result) {
    counts.lost += 1;
    return [...what, `not recorded: ${describeAnything(result.fault)}`].join(' · ');
  }
  const { tapped, saved } = result;
  if (saved === undefined) {
    return [...what, `nothing to record: no answer (${tapped.failure ?? tapped.ending})`].join(' · ');
  }
  counts.recorded += 1;
  const { breaches, integrity } = saved;
  counts.broken += breaches.length > 0 ? 1 : 0;
  return [
    ...what,
    String(tapped.head?.status),
    counted(tapped.chunks.length, 'chunk'),
    `${formatCount(byteCount(tapped.chunks))} bytes`,
    `${tapped.ending} by ${tapped.endedBy}`,
    integrity,
    ...(breaches.length === 0 ? [] : [`breaks ${breaches.join(', ')}`]),
    relative(shell.folder, saved.path) || saved.path,
  ].join(' · ');
}

function describeAnything(fault: unknown): string {
  return fault instanceof UsageFault || fault instanceof HarnessFault ? describeFault(fault) : 'an internal fault';
}
