import { describeFault, HarnessFault, UsageFault } from '../src/core/fault.ts';

/**
 * Runs a script. A fault prints one line, with exit code 2 (usage) or 3. Anything else is a bug and keeps its stack.
 */
export async function runScript(main: () => Promise<void> | void): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UsageFault || error instanceof HarnessFault)) {
      throw error;
    }
    console.error(describeFault(error));
    process.exitCode = error instanceof UsageFault ? 2 : 3;
  }
}
