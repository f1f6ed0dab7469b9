/** The input is wrong: arguments, config, files. Exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
  readonly place: string;
  readonly hint: string;

  /**
   * @param message what is wrong, one sentence without a full stop
   * @param place file, line, key or argument where it stands
   * @param hint what to do about it
   */
  constructor(message: string, place: string, hint: string) {
    super(message);
    this.place = place;
    this.hint = hint;
  }
}

/** We are wrong, or the run could not finish: the relay never got ready, a port was taken, our own contract broke. Exit code 3. */
export class HarnessFault extends Error {
  override readonly name = 'HarnessFault';
  readonly place: string;
  readonly hint: string;

  constructor(message: string, place: string, hint: string) {
    super(message);
    this.place = place;
    this.hint = hint;
  }
}

/** `message` at `place` (`hint`): one line, for a terminal. */
export function describeFault(fault: UsageFault | HarnessFault): string {
  return `${fault.place}: ${fault.message} (${fault.hint})`;
}
