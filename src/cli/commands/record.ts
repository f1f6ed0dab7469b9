import type { CliCommand } from '../command.ts';
import { addRecordFlags, type RecordFlags } from '../record-flags.ts';

export const command: CliCommand = {
  name: 'record',
  define: (command) => {
    command.description(
      'record real answers: ask a provider for scenarios, or listen as a proxy and record what passes',
    );
    addRecordFlags(command);
  },
  run: async (command, shell) => {
    const flags = command.opts<RecordFlags>();
    // Polly.js takes a tenth of a second to load, which no other command should wait for.
    if (flags.listen === undefined) {
      const { recordScenarios } = await import('../record-scenarios.ts');
      return recordScenarios(flags, shell);
    }
    const { recordProxy } = await import('../record-proxy.ts');
    return recordProxy(flags, flags.listen, shell);
  },
};
