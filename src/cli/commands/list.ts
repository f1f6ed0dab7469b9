import { Argument } from 'commander';
import { UsageFault } from '../../core/fault.ts';
import { renderTable } from '../../report/text/table.ts';
import { formatCount } from '../../report/text/words.ts';
import type { CliCommand } from '../command.ts';
import { type Listed, listingKinds, listings } from '../listings.ts';
import { addPlanFlags, type PlanFlags } from '../run-flags.ts';

interface ListFlags extends PlanFlags {
  readonly json?: boolean;
}

export const command: CliCommand = {
  name: 'list',
  define: (command) => {
    command
      .description('list what there is; without a word, how much of each')
      .addArgument(new Argument('[what]', 'what to list').choices(listingKinds))
      .option('--json', 'one object per line');
    addPlanFlags(command);
  },
  run: async (command, shell) => {
    const { json = false, ...flags } = command.opts<ListFlags>();
    const [what] = command.args;
    const kind = listingKinds.find((known) => known === what);
    if (kind === undefined) {
      if (json) {
        throw new UsageFault('what to list is missing', 'list --json', `name one of ${listingKinds.join(', ')}`);
      }
      const lists = await Promise.all(
        listingKinds.map(async (name) => [name, await listings[name](flags, shell)] as const),
      );
      shell.write(
        `${renderTable(
          lists.map(([name, items]) => [name, formatCount(items.length), `relaycert list ${name}`]),
          ['left', 'right', 'left'],
        ).join('\n')}\n`,
      );
      return 0;
    }
    const items = await listings[kind](flags, shell);
    shell.write(json ? items.map(({ data }) => `${JSON.stringify(data)}\n`).join('') : renderItems(items));
    return 0;
  },
};

function renderItems(items: readonly Listed[]): string {
  const rows = items.map(({ cells }) => cells);
  const columns = rows[0] ?? [];
  return `${renderTable(
    rows,
    columns.map(() => 'left' as const),
  ).join('\n')}\n`;
}
