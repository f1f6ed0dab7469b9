import type { DomainEvent } from '../core/domain-event.ts';
import { isRefusal } from '../core/exchange.ts';
import type { Frame } from '../core/frame.ts';
import type { Issue, IssueLevel, IssueTopic } from '../core/issue.ts';
import { type JsonValue, parseJson } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import { Automaton, type Place } from './automaton.ts';
import type { TerminalPhase } from './contract-format.ts';
import { compileDrift, type Drift, type DriftFinder, type DriftSet } from './drift.ts';
import { hasHalfCharacter } from './half-character.ts';
import type { Contract } from './load.ts';
import { compileSchemas, type SchemaSet, type Validator } from './schemas.ts';
import { allowedBy } from './traits.ts';

export interface ContractReaderOptions {
  /** What the client asked for. */
  readonly asked: Mode;
  /** What came, as its content type says: a stream of events or one document. */
  readonly form: Mode;
  readonly facts: RequestFacts;
  /** HTTP status of the response, where it is known. */
  readonly status: number | undefined;
  /** Also report fields, events and values that the contract does not know. */
  readonly drift: boolean;
  /** Names of traits of the server that sent the stream. A relay under test has none. */
  readonly traits: readonly string[];
}

// Lists are looked at before they are walked: nearly all are empty, and there are two per event of a stream.
const none: readonly never[] = [];

/** What an event's payload is held against; nothing where the contract does not know the event. */
interface EventCheck {
  readonly validate: Validator | undefined;
  readonly drift: DriftFinder | undefined;
}

/**
 * Holds the frames of one response against its contract: `event:` lines, JSON, the schema of each event, then the order
 * grammar, which also emits the domain events. Never throws on what a frame holds.
 */
export class ContractReader {
  readonly #contract: Contract;
  readonly #options: ContractReaderOptions;
  readonly #schemas: SchemaSet;
  readonly #drift: DriftSet | undefined;
  readonly #checks = new Map<string, EventCheck>();
  /** The HTTP status says that there is no answer. */
  readonly refused: boolean;
  readonly #automaton: Automaton;
  /** Drift is told once per place, or a long stream would repeat it thousands of times. */
  readonly #driftSeen = new Set<string>();
  #formChecked = false;
  /** The response has frames with lines of their own, and is not one document. */
  readonly #framed: boolean;

  constructor(contract: Contract, options: ContractReaderOptions) {
    this.#contract = contract;
    this.#options = options;
    this.refused = isRefusal(options.status);
    this.#framed = options.form !== 'body';
    this.#schemas = compileSchemas(contract.contract.dialect);
    this.#drift = options.drift ? compileDrift(contract.contract.dialect) : undefined;
    this.#automaton = new Automaton(contract, {
      facts: options.facts,
      status: options.status,
      allow: allowedBy(contract.contract, options.traits),
      numbered: options.form === 'stream',
    });
  }

  get events(): readonly DomainEvent[] {
    return this.#automaton.events;
  }

  get issues(): readonly Issue[] {
    return this.#automaton.issues;
  }

  get terminal(): TerminalPhase | undefined {
    return this.#automaton.terminal;
  }

  /** An error was reported. */
  get failed(): boolean {
    return this.#automaton.events.some((event) => event.kind === 'error.reported');
  }

  get lastSequence(): number | undefined {
    return this.#automaton.lastSequence;
  }

  /**
   * Takes the next frame. Of a response that was refused only its error means anything.
   *
   * @param atEnd only the end of the input completed the frame: of what is read as a body, that is the whole document
   */
  step(frame: Frame, atEnd = false): void {
    if (!frame.hasData || (this.refused && !this.#isError(frame))) {
      return;
    }
    const place = { frame: frame.index, position: frame.span[0] };
    const { wire } = this.#contract.contract;
    if (wire.done !== undefined && frame.data === wire.done) {
      if (this.#framed) {
        this.#checkEventLine(frame, '$done', place);
      }
      this.#automaton.step('$done', null, frame.data, place);
      return;
    }
    const parsed = parseJson(frame.data);
    if (!parsed.ok) {
      this.#notJson(frame, place);
      return;
    }
    const named = this.#contract.nameOf(parsed.value, this.#options.facts);
    // The decoder repeats one string for alike event lines; looked up by it, tables need not compare text.
    const name = named === frame.event ? frame.event : named;
    if (!this.#formChecked) {
      this.#checkForm(name, atEnd, place);
    }
    if (this.#framed) {
      this.#checkEventLine(frame, name, place);
    }
    if (this.#automaton.terminal === undefined) {
      if (name === '') {
        // Readers skip types that they do not know; what has no type at all is no event.
        this.report('event.unnamed', 'events', 'SPEC', place);
      }
      this.#checkSchema(name, parsed.value, place);
      // Like drift, it is looked for where somebody wants to know: it costs a look at every character.
      if (this.#drift !== undefined && hasHalfCharacter(frame.data, parsed.value)) {
        this.report('event.half-character', 'events', 'OBS', place);
      }
    }
    this.#automaton.step(name, parsed.value, frame.data, place);
  }

  /** The stream ended in good order; a dialect without a terminal event may end here. */
  endCleanly(): void {
    this.#automaton.eof();
  }

  /** Records an error that only the HTTP status shows. */
  failWith(status: number, place: Place): void {
    this.report('error.foreign', 'events', 'SPEC', place);
    this.#automaton.failWith(status);
  }

  /** Adds an issue that bytes or transport showed. */
  report(id: string, topic: IssueTopic, level: IssueLevel, place: Place, detail?: string): void {
    this.#automaton.at(place);
    this.#automaton.report(id, { topic, level }, detail);
  }

  #isError(frame: Frame): boolean {
    const parsed = parseJson(frame.data);
    return parsed.ok && this.#contract.nameOf(parsed.value, this.#options.facts) === 'error';
  }

  #notJson(frame: Frame, place: Place): void {
    if (this.#automaton.terminal !== undefined) {
      const name = frame.data === '[DONE]' ? '$done' : 'not-json';
      this.#automaton.step(name, null, frame.data, place);
      return;
    }
    this.report('event.json', 'events', 'BRK', place);
  }

  /** A client that reads events does not see a document, and one that reads a document cannot parse events. */
  #checkForm(name: string, atEnd: boolean, place: Place): void {
    const { asked, form } = this.#options;
    if (name === 'error') {
      return;
    }
    this.#formChecked = true;
    // Where a chunk and a body are alike, only its framing tells a document from the elements of a streamed array.
    if (asked === 'stream' && (name === '$body' || (form === 'body' && atEnd))) {
      this.report('event.body-in-stream', 'events', 'BRK', place);
    } else if (asked === 'body' && form === 'stream') {
      this.report('event.stream-in-body', 'events', 'BRK', place);
    }
  }

  #checkEventLine(frame: Frame, name: string, place: Place): void {
    const { wire } = this.#contract.contract;
    if (wire.eventLine === 'none') {
      if (frame.event !== undefined) {
        this.report('event.line.unexpected', 'framing', 'SPEC', place);
      }
      this.#checkDataLine(frame, place);
    } else if (frame.event === undefined) {
      this.report('event.line.missing', 'framing', 'BRK', place);
    } else if (frame.event !== name && name !== '') {
      this.report('event.line.mismatch', 'events', 'SPEC', place);
    }
  }

  /** What stands beside the data, or the data on several lines: the standard allows it, and SDKs lose the event. */
  #checkDataLine({ comments, id, retry, data }: Frame, place: Place): void {
    const beside = comments.length > 0 || id !== undefined || retry !== undefined || data.includes('\n');
    // The body of an HTTP error is read as a whole, whatever content type it says.
    if (beside && this.#contract.contract.wire.dataLine === 'alone' && (this.#options.status ?? 200) < 400) {
      this.report('event.data-line', 'framing', 'BRK', place);
    }
  }

  #checkSchema(name: string, value: JsonValue, place: Place): void {
    const { validate, drift } = this.#schemaOf(name);
    const breaches = validate?.(value) ?? none;
    if (breaches.length > 0) {
      for (const { instancePath, keyword } of breaches) {
        this.report(`event.schema.${name}`, 'events', 'SPEC', place, `${instancePath} ${keyword}`);
      }
    }
    const drifts = drift?.(value) ?? none;
    if (drifts.length > 0) {
      for (const found of drifts) {
        this.#reportDrift(name, found, place);
      }
    }
  }

  #schemaOf(name: string): EventCheck {
    let check = this.#checks.get(name);
    if (check === undefined) {
      check = this.#findSchema(name);
      this.#checks.set(name, check);
    }
    return check;
  }

  #findSchema(name: string): EventCheck {
    if (name === '$body') {
      return { validate: this.#schemas.response, drift: this.#drift?.response };
    }
    if (name === 'error' && this.#options.form === 'body') {
      return { validate: this.#schemas.error, drift: this.#drift?.error };
    }
    return { validate: this.#schemas.events.get(name), drift: this.#drift?.events.get(name) };
  }

  #reportDrift(name: string, drift: Drift, place: Place): void {
    const key = `${name} ${drift.kind} ${drift.path}`;
    if (!this.#driftSeen.has(key)) {
      this.#driftSeen.add(key);
      this.report(`drift.${drift.kind}`, 'drift', 'TOL', place, `${name} ${drift.path}`);
    }
  }
}
