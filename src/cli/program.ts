import { Command, CommanderError } from 'commander';
import { describeFault, HarnessFault, messageOf, UsageFault } from '../core/fault.ts';
import { packageVersion } from '../core/package-version.ts';
import { commands } from './commands.generated.ts';
import type { ExitCode, Shell } from './shell.ts';

const description =
  'Decides whether an LLM relay tells the truth: replays provider streams to a relay, reads what its client gets, and ' +
  'compares.';

const exits = '\nExit codes: 0 certified · 1 refused · 2 usage · 3 harness fault or unfinished run';

/**
 * Runs the program once. Never throws: a fault is one line on stderr and the exit code.
 *
 * @param words the arguments, without those of Node.js
 */
export async function runProgram(words: readonly string[], shell: Shell): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('relaycert')
    .description(description)
    .version(packageVersion)
    .exitOverride()
    .configureOutput({ writeOut: shell.write, writeErr: shell.tell, outputError: () => undefined })
    .showSuggestionAfterError(true)
    .helpCommand(false)
    .addHelpText('after', exits);
  for (const { name, define, run } of commands) {
    const command = program.command(name);
    define(command);
    command.action(async () => {
      code = await run(command, shell);
    });
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, words, shell);
  }
}

function explain(error: unknown, words: readonly string[], shell: Shell): ExitCode {
  const debug = (shell.environment['RELAYCERT_DEBUG'] ?? '') !== '';
  if (error instanceof CommanderError) {
    return explainArguments(error, words, shell);
  }
  if (debug && error instanceof Error) {
    shell.tell(`${error.stack ?? error.message}\n`);
  }
  if (error instanceof UsageFault || error instanceof HarnessFault) {
    shell.tell(`relaycert: ${oneLine(describeFault(error))}\n`);
    return error instanceof UsageFault ? 2 : 3;
  }
  const message = messageOf(error);
  shell.tell(`relaycert: internal: ${oneLine(message)} (RELAYCERT_DEBUG=1 shows where)\n`);
  return 3;
}

/** commander throws for help and version too, which are not faults. */
function explainArguments(error: CommanderError, words: readonly string[], shell: Shell): ExitCode {
  switch (error.code) {
    case 'commander.helpDisplayed':
    case 'commander.version':
      return 0;
    case 'commander.help':
      return 2;
    default: {
      const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
      const suggestion = rest.join(' ').replace(/^\((.*)\)$/, '$1');
      const named = commands.find(({ name }) => name === words[0]);
      const help = `relaycert ${named === undefined ? '' : `${named.name} `}--help`;
      shell.tell(
        `relaycert: ${named?.name ?? 'arguments'}: ${first.replace(/\.$/, '')} (${suggestion === '' ? help : suggestion})\n`,
      );
      return 2;
    }
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' | ');
}
