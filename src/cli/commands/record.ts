import type { CliCommand } from '../command.ts';
import { addRecordFlags, type RecordFlags } from '../record-flags.ts';
import { recordProxy } from '../record-proxy.ts';
import { recordScenarios } from '../record-scenarios.ts';

export const command: CliCommand = {
  name: 'record',
  define: (command) => {
    command.description(
      'record real answers: ask a provider for scenarios, or listen as a proxy and record what passes',
    );
    addRecordFlags(command);
  },
  run: (command, shell) => {
    const flags = command.opts<RecordFlags>();
    return flags.listen === undefined ? recordScenarios(flags, shell) : recordProxy(flags, flags.listen, shell);
  },
};
