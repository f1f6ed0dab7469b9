import { Option } from 'commander';
import { passes } from '../../certify/judge/would-pass-with.ts';
import { loadContract } from '../../contract/load.ts';
import { knownTraits } from '../../contract/traits/known-traits.ts';
import { describeFault, UsageFault } from '../../core/fault.ts';
import { decodeText, parseJsonFile, readInputBytes } from '../../core/input-file.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Mode } from '../../core/route.ts';
import { toCheckedLine } from '../../report/outcome-summary.ts';
import { renderChecked, renderCheckedTotal } from '../../report/text/checked-block.ts';
import { createStyle } from '../../report/text/style.ts';
import { factsOfRequest } from '../asked-facts.ts';
import type { CapturedFile } from '../captured-file.ts';
import type { CliCommand } from '../command.ts';
import { statusParser } from '../flag-parsers.ts';
import { checkCaptured } from '../judge-captured.ts';
import { readCapturedFile } from '../read-captured-file.ts';
import type { Shell } from '../shell.ts';
import { traitsOption } from '../traits-option.ts';

interface CheckFlags {
  readonly dialect?: string;
  readonly mode?: Mode;
  readonly status?: number;
  readonly contentType?: string;
  readonly request?: string;
  readonly traits?: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const command: CliCommand = {
  name: 'check',
  define: (command) => {
    command
      .description(
        'judge captured streams or bodies alone: .sse and .json as they came off the wire, or HAR, of any program',
      )
      .argument('<file...>', 'files; - reads standard input')
      .option('--dialect <id>', 'dialect of all files that do not say it: raw files, and a HAR whose address does not')
      .addOption(
        new Option('--mode <mode>', 'what the client had asked for (default: as the content looks)').choices([
          'stream',
          'body',
        ]),
      )
      .addOption(
        new Option('--status <number>', 'HTTP status of a raw file (default: not known)').argParser(
          statusParser('--status'),
        ),
      )
      .option('--content-type <type>', 'content type of a raw file, with status 200 unless --status says another')
      .option('--request <file>', 'JSON body of the request, for what it says about the answer')
      .addOption(traitsOption('habits of the server that sent it'))
      .option('-v, --verbose', 'notes too')
      .option(
        '--json',
        'one object per answer and line: { file, outcome, findings, frames, witnessed, hints?, wouldPassWith? }',
      );
  },
  run: async (command, shell) => {
    const flags = command.opts<CheckFlags>();
    const { json = false, verbose = false } = flags;
    const taken = await readAll(command.args, flags, shell);
    const asked = flags.request === undefined ? undefined : readRequest(flags.request, taken.captured);
    // Read and judge all files before writing anything.
    const checked = taken.captured.map((file) => checkCaptured(withFlags(file, flags, asked)));
    const passing = checked.filter(({ reading, judgement }) => passes(reading, judgement)).length;
    const style = createStyle(shell.colours);
    const unread = taken.faults.length;
    const blocks = checked.map((file) => renderChecked(file, verbose, style).join('\n'));
    if (checked.length + unread > 1) {
      blocks.push(renderCheckedTotal(passing, checked.length - passing, unread));
    }
    shell.write(
      json ? checked.map((file) => `${JSON.stringify(toCheckedLine(file))}\n`).join('') : `${blocks.join('\n\n')}\n`,
    );
    for (const fault of taken.faults) {
      shell.tell(`relaycert: ${describeFault(fault)}\n`);
    }
    return unread > 0 ? 2 : passing === checked.length ? 0 : 1;
  },
};

interface TakenFiles {
  readonly captured: readonly CapturedFile[];
  /** Of the files that could not be read, where others could. */
  readonly faults: readonly UsageFault[];
}

/** @throws UsageFault when it is the only one, and cannot be read */
async function readAll(names: readonly string[], flags: CheckFlags, shell: Shell): Promise<TakenFiles> {
  if (names.filter((name) => name === '-').length > 1) {
    throw new UsageFault('standard input can be read only once', '-', 'name it once');
  }
  const captured: CapturedFile[] = [];
  const faults: UsageFault[] = [];
  for (const name of names) {
    try {
      const bytes = name === '-' ? await shell.readStandardInput() : readInputBytes(name);
      captured.push(...readCapturedFile(name, bytes, flags));
    } catch (error) {
      if (!(error instanceof UsageFault)) {
        throw error;
      }
      faults.push(error);
    }
  }
  const [first] = faults;
  if (first !== undefined && names.length === 1) {
    throw first;
  }
  return { captured, faults };
}

function readRequest(path: string, captured: readonly CapturedFile[]): JsonObject {
  if (new Set(captured.map(({ dialect }) => dialect)).size > 1) {
    throw new UsageFault(
      'one request cannot belong to files of several dialects',
      '--request',
      'check them one dialect at a time',
    );
  }
  const body = parseJsonFile(decodeText(readInputBytes(path), path), path, 'give the JSON body as it was sent');
  if (!isObject(body)) {
    throw new UsageFault('the request is not a JSON object', path, 'give the JSON body as it was sent');
  }
  return body;
}

/** What the user says of a file. A request also says what was asked for, where no mode was named. */
function withFlags(file: CapturedFile, flags: CheckFlags, asked: JsonObject | undefined): CapturedFile {
  const streamed = asked?.['stream'];
  const mode = flags.mode ?? (typeof streamed === 'boolean' ? (streamed ? 'stream' : 'body') : file.mode);
  return {
    ...withTraits(file, flags.traits ?? []),
    mode,
    ...(asked === undefined ? {} : { facts: factsOfRequest(file.dialect, asked, mode) }),
  };
}

/** @throws UsageFault for a trait that the dialect of the file does not have */
function withTraits(file: CapturedFile, names: readonly string[]): CapturedFile {
  const { contract } = loadContract(file.dialect);
  return { ...file, traits: knownTraits(contract, [...file.traits, ...names], '--traits') };
}
