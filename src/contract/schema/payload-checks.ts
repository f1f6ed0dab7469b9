import type { Mode } from '../../core/route.ts';
import type { DriftFinder, DriftSet } from './drift.ts';
import type { PerPayload } from './schema-files.ts';
import type { SchemaSet, Validator } from './schemas.ts';

/** What the payload of an event is held against. */
export interface PayloadCheck {
  readonly breaches: Validator;
  /** Tells each place once, or a long stream would repeat it thousands of times. */
  readonly drifts: DriftFinder;
}

// One list for all: there are two per event of a stream, and nearly all are empty.
const none: readonly never[] = [];
const findsNothing = (): readonly never[] => none;

/** The checks of one response, by event name; of an event that the schemas do not know, nothing is found. */
export class PayloadChecks {
  readonly #form: Mode;
  readonly #schemas: SchemaSet;
  readonly #drift: DriftSet | undefined;
  readonly #checks = new Map<string, PayloadCheck>();

  /**
   * @param form what came: the error of a body has another schema than that of a stream
   * @param drift absent where drift is not looked for
   */
  constructor(form: Mode, schemas: SchemaSet, drift: DriftSet | undefined) {
    this.#form = form;
    this.#schemas = schemas;
    this.#drift = drift;
  }

  of(name: string): PayloadCheck {
    let check = this.#checks.get(name);
    if (check === undefined) {
      const drift = this.#drift && this.#pick(this.#drift, name);
      check = {
        breaches: this.#pick(this.#schemas, name) ?? findsNothing,
        drifts: drift === undefined ? findsNothing : oncePerPlace(drift),
      };
      this.#checks.set(name, check);
    }
    return check;
  }

  #pick<Check>(set: PerPayload<Check>, name: string): Check | undefined {
    if (name === '$body') {
      return set.response;
    }
    return name === 'error' && this.#form === 'body' ? set.error : set.events.get(name);
  }
}

function oncePerPlace(find: DriftFinder): DriftFinder {
  const seen = new Set<string>();
  return (value) => {
    const found = find(value);
    if (found.length === 0) {
      return found;
    }
    return found.filter(({ kind, path }) => {
      const before = seen.size;
      return seen.add(`${kind} ${path}`).size > before;
    });
  };
}
