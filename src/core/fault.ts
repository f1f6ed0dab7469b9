/** An error that one line can explain to a user. */
abstract class Fault extends Error {
  readonly place: string;
  readonly hint: string;

  /**
   * @param message what is wrong, one sentence without a full stop
   * @param place file, line, key or argument where the error is
   * @param hint what to do about it
   */
  constructor(message: string, place: string, hint: string) {
    super(message);
    this.place = place;
    this.hint = hint;
  }
}

/** The input is wrong: arguments, config, files. Exit code 2. */
export class UsageFault extends Fault {
  override readonly name = 'UsageFault';
}

/**
 * We are wrong, or the run could not finish: the relay never got ready, a port was taken, our own contract broke. Exit
 * code 3.
 */
export class HarnessFault extends Fault {
  override readonly name = 'HarnessFault';
}

/** `place`: `message` (`hint`), in one line for a terminal; for any other error its message. */
export function describeFault(fault: unknown): string {
  return fault instanceof Fault ? `${fault.place}: ${fault.message} (${fault.hint})` : messageOf(fault);
}

/** What was thrown, in words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
