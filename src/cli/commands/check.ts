import { type Command, Option } from 'commander';
import { passes } from '../../certify/judge/would-pass-with.ts';
import { loadContract } from '../../contract/load.ts';
import { knownTraits } from '../../contract/traits/known-traits.ts';
import { UsageFault } from '../../core/fault.ts';
import { decodeText, parseJsonFile, readInputBytes } from '../../core/input-file.ts';
import { isObject } from '../../core/json.ts';
import type { Mode } from '../../core/route.ts';
import type { RequestFacts } from '../../core/scenario.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { knownDialect } from '../../recording/known-dialect.ts';
import { requestFacts } from '../../recording/request-facts.ts';
import { toCheckedLine } from '../../report/outcome-summary.ts';
import { renderChecked } from '../../report/text/checked-block.ts';
import { createStyle } from '../../report/text/style.ts';
import { type CapturedFile, readCapturedFile } from '../captured-file.ts';
import type { CliCommand } from '../command.ts';
import { checkCaptured } from '../judge-captured.ts';
import type { Shell } from '../shell.ts';
import { traitsOption } from '../traits-option.ts';

interface CheckFlags {
  readonly dialect?: string;
  readonly mode?: Mode;
  readonly request?: string;
  readonly traits?: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const command: CliCommand = {
  name: 'check',
  define: (command) => {
    command
      .description('judge captured streams or bodies alone: .sse and .json as they came off the wire, or HAR')
      .argument('<file...>', 'files; - reads standard input')
      .option('--dialect <id>', 'dialect of all files that are not HAR')
      .addOption(
        new Option('--mode <mode>', 'what the client had asked for (default: as the content looks)').choices([
          'stream',
          'body',
        ]),
      )
      .option('--request <file>', 'JSON body of the request, for what it says about the answer')
      .addOption(traitsOption('habits of the server that sent it'))
      .option('-v, --verbose', 'notes too')
      .option('--json', 'one object per file and line: { file, outcome, findings, wouldPassWith? }');
  },
  run: async (command, shell) => {
    const flags = command.opts<CheckFlags>();
    const { json = false, verbose = false } = flags;
    const captured = await readAll(command, flags, shell);
    const facts = flags.request === undefined ? undefined : readFacts(flags.request, captured);
    // Read and judge all files before writing anything.
    const traits = flags.traits ?? [];
    const checked = captured.map((file) => checkCaptured({ ...withTraits(file, traits), facts: facts ?? file.facts }));
    const style = createStyle(shell.colours);
    shell.write(
      json
        ? checked.map((file) => `${JSON.stringify(toCheckedLine(file))}\n`).join('')
        : `${checked.map((file) => renderChecked(file, verbose, style).join('\n')).join('\n\n')}\n`,
    );
    return checked.every(({ reading, judgement }) => passes(reading, judgement)) ? 0 : 1;
  },
};

async function readAll(command: Command, flags: CheckFlags, shell: Shell): Promise<readonly CapturedFile[]> {
  const names = command.args;
  if (names.filter((name) => name === '-').length > 1) {
    throw new UsageFault('standard input can be read only once', '-', 'name it once');
  }
  const captured: CapturedFile[] = [];
  for (const name of names) {
    const bytes = name === '-' ? await shell.readStandardInput() : readInputBytes(name);
    captured.push(readCapturedFile(name, bytes, flags));
  }
  return captured;
}

function readFacts(path: string, captured: readonly CapturedFile[]): RequestFacts {
  const [dialect, another] = new Set(captured.map((file) => file.dialect));
  if (dialect === undefined || another !== undefined) {
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
  const { request } = dialects[knownDialect(dialect, '--dialect')];
  return requestFacts(request.read(body, request.path('', 'stream')));
}

/** @throws UsageFault for a trait that the dialect of the file does not have */
function withTraits(file: CapturedFile, names: readonly string[]): CapturedFile {
  const { contract } = loadContract(file.dialect);
  return { ...file, traits: knownTraits(contract, [...file.traits, ...names], '--traits') };
}
