/** A piece of one part on the wire. A part needs several if other parts come between. */
export interface Stretch<Addition> {
  readonly part: number;
  /**
   * True for the arguments of a call. The stretch stays open until it is complete, because no other can continue it.
   */
  readonly undivided: boolean;
  /** What came before the stretch could be opened. */
  readonly waiting: Addition[];
  /** True when the stretch takes nothing more. */
  completed: boolean;
}

/** Writes stretches, one at a time. */
export interface StretchWriter<Addition, S extends Stretch<Addition>> {
  readonly open: (stretch: S) => void;
  /** Writes what comes for the open stretch. */
  readonly add: (addition: Addition, stretch: S) => void;
  readonly close: (stretch: S) => void;
}

/**
 * Lets parts take turns, for dialects that write one part after the other. In other dialects parts may interleave. Here
 * a new stretch closes the open one. When more comes for that part, it continues as another new stretch. An undivided
 * stretch stays open, and new ones wait.
 */
export class PartSequence<Addition, S extends Stretch<Addition>> {
  readonly #writer: StretchWriter<Addition, S>;
  #open: S | undefined;
  readonly #queue: S[] = [];

  constructor(writer: StretchWriter<Addition, S>) {
    this.#writer = writer;
  }

  /** Opens a stretch, or queues it while an undivided one is open. */
  begin(stretch: S): S {
    this.#queue.push(stretch);
    this.#advance();
    return stretch;
  }

  /** The stretch of a part, if it still takes something. */
  current(part: number): S | undefined {
    const takes = (stretch: S): boolean => stretch.part === part && !stretch.completed;
    return this.#open !== undefined && takes(this.#open) ? this.#open : this.#queue.findLast(takes);
  }

  /** Adds to a stretch, now if it is open, or else as soon as it is. */
  add(stretch: S | undefined, addition: Addition): void {
    if (stretch !== undefined && stretch === this.#open) {
      this.#writer.add(addition, stretch);
    } else {
      stretch?.waiting.push(addition);
    }
  }

  /** The part takes nothing more. Its stretch closes now, or as soon as it has had its turn. */
  complete(part: number): void {
    const stretch = this.current(part);
    if (stretch !== undefined) {
      stretch.completed = true;
      this.#advance();
    }
  }

  /** Closes what is open and writes everything that waits. */
  completeAll(): void {
    for (const stretch of this.unfinished()) {
      stretch.completed = true;
    }
    this.#advance();
  }

  /** All stretches that are not complete: the open one first, then those that wait. */
  unfinished(): readonly S[] {
    const all = this.#open === undefined ? this.#queue : [this.#open, ...this.#queue];
    return all.filter(({ completed }) => !completed);
  }

  /** Opens and closes stretches as far as the rule of one open stretch allows. */
  #advance(): void {
    for (;;) {
      const open = this.#open;
      if (open === undefined) {
        const next = this.#queue.shift();
        if (next === undefined) {
          return;
        }
        this.#open = next;
        this.#writer.open(next);
        for (const addition of next.waiting) {
          this.#writer.add(addition, next);
        }
      } else if (open.completed || (!open.undivided && this.#queue.length > 0)) {
        this.#open = undefined;
        this.#writer.close(open);
      } else {
        return;
      }
    }
  }
}
