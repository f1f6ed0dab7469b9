import { HarnessFault, UsageFault } from '../../../src/core/fault.ts';

/** What a user is told, and whether the input (`usage`) or the run (`harness`) is to blame. */
export interface SeenFault {
  readonly kind: 'usage' | 'harness';
  readonly message: string;
  readonly place: string;
  readonly hint: string;
}

/** The fault that an action ends in; anything else, success included, is thrown as a failure of the test. */
export async function faultOf(action: () => unknown): Promise<SeenFault> {
  try {
    await action();
  } catch (error) {
    if (error instanceof UsageFault || error instanceof HarnessFault) {
      const { message, place, hint } = error;
      return { kind: error instanceof UsageFault ? 'usage' : 'harness', message, place, hint };
    }
    throw error;
  }
  throw new Error('no fault was raised');
}
