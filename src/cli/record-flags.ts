import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { loadContract } from '../contract/load.ts';
import { knownTraits } from '../contract/traits/known-traits.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import type { Mode } from '../core/route.ts';
import { providerNames } from '../recorder/providers.ts';
import type { RecorderOptions } from '../recorder/recorder.ts';
import { knownDialect } from '../recording/known-dialect.ts';
import { portParser, secondsParser } from './flag-parsers.ts';
import { headerOption } from './header-option.ts';
import type { Shell } from './shell.ts';
import { traitsOption } from './traits-option.ts';

export interface RecordFlags {
  readonly provider?: string;
  readonly dialect?: string;
  readonly scenario?: string;
  readonly model?: string;
  readonly mode: Mode;
  readonly out: string;
  readonly provenance: 'captured' | 'captured-relay';
  readonly relay?: string;
  readonly traits?: readonly string[];
  readonly header: readonly Header[];
  /** Milliseconds. */
  readonly idle: number;
  readonly verbose?: boolean;
  readonly listen?: number;
  readonly to?: string;
}

export function addRecordFlags(command: Command): void {
  command
    .option('--provider <name>', `${providerNames.join(', ')}, or the base URL of any server`)
    .option('--dialect <id>', "what it speaks (default: the provider's own); with --listen: record only this one")
    .option('--scenario <name>', 'what to ask, see recordings/scenarios; all asks everything')
    .option('--model <name>', 'model to ask')
    .addOption(new Option('--mode <mode>', 'what to ask for').choices(['stream', 'body']).default('stream'))
    .option('--out <folder>', 'where recordings go, in a folder per dialect', 'recordings')
    .addOption(
      new Option('--provenance <word>', 'captured: from the provider itself; captured-relay: through a relay')
        .choices(['captured', 'captured-relay'])
        .default('captured'),
    )
    .option('--relay <text>', 'name and version of the relay in between')
    .addOption(traitsOption('habits of the server, kept in the recording'))
    .addOption(headerOption('a header that the server needs'))
    .addOption(
      new Option('--idle <seconds>', 'silence after which an answer is given up')
        .argParser(secondsParser('--idle'))
        .default(120_000, '120'),
    )
    .option('-v, --verbose', 'notes too')
    .option(
      '--listen <port>',
      'instead: be a reverse proxy on this port of 127.0.0.1 (0: a free one) and record what passes',
      portParser('--listen'),
    )
    .option('--to <url>', 'base URL of the server behind the proxy');
}

/** What both ways of recording share. */
export interface RecordSetup {
  readonly options: Omit<RecorderOptions, 'finish' | 'idleMs'>;
  readonly dialect?: DialectId;
  readonly traits: readonly string[];
}

/** @throws UsageFault for flags that do not fit together */
export function setUp(flags: RecordFlags, shell: Shell): RecordSetup {
  if ((flags.provenance === 'captured-relay') !== (flags.relay !== undefined)) {
    throw new UsageFault('--provenance captured-relay and --relay belong together', '--relay', 'give both or none');
  }
  const dialect = flags.dialect === undefined ? undefined : knownDialect(flags.dialect, '--dialect');
  const folder = resolve(shell.folder, flags.out);
  const names = flags.traits ?? [];
  if (names.length > 0 && dialect === undefined) {
    throw new UsageFault('traits belong to a dialect', '--traits', 'name it with --dialect');
  }
  const traits = dialect === undefined ? [] : knownTraits(loadContract(dialect).contract, names, '--traits');
  const options = { folder, clock: shell.clock, secrets: environmentSecrets(shell) };
  return { options, traits, ...(dialect === undefined ? {} : { dialect }) };
}

const secretName = /(?:_API_?KEY|_AUTH_TOKEN|_ACCESS_TOKEN|_SECRET_KEY|_SECRET_ACCESS_KEY)$/i;

/** Every key that this process could have sent, by the names that SDKs look for. */
function environmentSecrets({ environment }: Shell): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value !== '' && secretName.test(name) ? [value] : [],
  );
}
