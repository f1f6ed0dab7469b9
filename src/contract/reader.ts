import type { DomainEvent } from '../core/domain-event.ts';
import { isRefusal } from '../core/exchange.ts';
import type { Frame, Framing, WireIssueKind } from '../core/frame.ts';
import type { Issue } from '../core/issue.ts';
import { type JsonValue, parseJson } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import { type ForeignError, foreignError } from './foreign-envelope.ts';
import { Automaton, type Place } from './grammar/automaton.ts';
import { type EngineIssue, engineIssues, wireIssues } from './grammar/engine-issues.ts';
import type { Facts } from './grammar/facts.ts';
import type { TerminalPhase } from './grammar/rule-format.ts';
import type { HeadIssue } from './head-issue.ts';
import { lineIssues } from './line-issues.ts';
import type { Contract } from './load.ts';
import { hasHalfCharacter } from './schema/half-character.ts';
import { PayloadChecks } from './schema/payload-checks.ts';
import type { SchemaBreach } from './schema/schema-breach.ts';
import { schemaIssue } from './schema-issue.ts';
import { allowedBy } from './traits/allowed-issues.ts';

export interface ContractReaderOptions {
  /** What the client asked for. */
  readonly asked: Mode;
  /** What came: a stream of events in some framing, or one document. */
  readonly framing: Framing;
  readonly facts: RequestFacts;
  /** HTTP status of the response, where it is known. */
  readonly status: number | undefined;
  /** Also report fields, events and values that the contract does not know. */
  readonly drift: boolean;
  /** Names of traits of the server that sent the stream. A relay under test has none. */
  readonly traits: readonly string[];
}

const noBreaches: readonly SchemaBreach[] = [];

/**
 * Holds the frames of one response against its contract: `event:` lines, JSON, the schema of each event, then the order
 * grammar, which also emits the domain events. Never throws on what a frame holds.
 */
export class ContractReader {
  readonly #contract: Contract;
  readonly #options: ContractReaderOptions;
  readonly #checks: PayloadChecks;
  /** The HTTP status says that there is no answer. */
  readonly refused: boolean;
  readonly #automaton: Automaton;
  #formChecked = false;
  readonly #form: Mode;
  readonly #facts: Facts;
  /** The response has frames with lines of their own: it is neither one document nor one array. */
  readonly #framed: boolean;

  constructor(contract: Contract, options: ContractReaderOptions) {
    this.#contract = contract;
    this.#options = options;
    this.refused = isRefusal(options.status);
    this.#form = options.framing === 'body' ? 'body' : 'stream';
    this.#facts = { ...options.facts, form: this.#form };
    this.#framed = options.framing === 'sse' || options.framing === 'ndjson';
    this.#checks = new PayloadChecks(this.#form, contract.schemas, options.drift ? contract.drift() : undefined);
    this.#automaton = new Automaton(contract, {
      facts: this.#facts,
      status: options.status,
      allows: allowedBy(contract.contract, options.traits),
      numbered: this.#form === 'stream',
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
        this.#checkLines(frame, '$done', place);
      }
      this.#automaton.step('$done', null, frame.data, place);
      return;
    }
    const parsed = parseJson(frame.data);
    if (!parsed.ok) {
      this.#notJson(frame, place);
      return;
    }
    const named = this.#contract.nameOf(parsed.value, this.#facts);
    // The decoder repeats one string for alike event lines; looked up by it, tables need not compare text.
    const name = named === frame.event ? frame.event : named;
    const running = this.#automaton.terminal === undefined;
    const check = this.#checks.of(name);
    const breaches = running ? check.breaches(parsed.value) : noBreaches;
    const foreign = running ? this.#foreignError(name, parsed.value, breaches) : undefined;
    if (!this.#formChecked) {
      this.#checkForm(foreign === undefined ? name : 'error', atEnd, place);
    }
    if (this.#framed) {
      this.#checkLines(frame, name, place);
    }
    if (foreign !== undefined) {
      this.#report(engineIssues.foreignEnvelope(foreign.kind), place);
      this.#automaton.step('error', foreign.document, JSON.stringify(foreign.document), place);
      return;
    }
    if (running) {
      if (name === '') {
        // Readers skip types that they do not know; what has no type at all is no event.
        this.#report(engineIssues.unnamed(), place);
      }
      for (const breach of breaches) {
        const issue = schemaIssue(this.#contract.contract.dialect, name, breach, this.refused);
        this.#report(issue, place, `${breach.instancePath} ${breach.keyword}`);
      }
      for (const { kind, path } of check.drifts(parsed.value)) {
        this.#report(engineIssues.drift(kind), place, `${name} ${path}`);
      }
      // Like drift, it is looked for where somebody wants to know: it costs a look at every character.
      if (this.#options.drift && hasHalfCharacter(frame.data, parsed.value)) {
        this.#report(engineIssues.halfCharacter(), place);
      }
    }
    this.#automaton.step(name, parsed.value, frame.data, place);
  }

  /** The stream ended cleanly; a dialect without a terminal event may end here. */
  endCleanly(): void {
    this.#automaton.eof();
  }

  /** Records an error that only the HTTP status shows. */
  failWith(status: number, place: Place): void {
    this.#report(engineIssues.foreignError(), place);
    this.#automaton.failWith(status);
  }

  /** Adds an issue that the bytes showed. */
  reportWire(kind: WireIssueKind, place: Place): void {
    this.#report(wireIssues[kind], place);
  }

  /** Adds what the head says wrongly of the bytes. */
  reportHead({ issue, detail }: HeadIssue): void {
    this.#report(issue, { frame: 0, position: 0 }, detail);
  }

  /** Adds that the input was over before the response was. */
  reportNoTerminal(place: Place): void {
    this.#report(engineIssues.terminalMissing(), place);
  }

  #report(issue: EngineIssue, place: Place, detail?: string): void {
    this.#automaton.at(place);
    this.#automaton.report(issue, detail);
  }

  #isError(frame: Frame): boolean {
    const parsed = parseJson(frame.data);
    if (!parsed.ok) {
      return false;
    }
    const name = this.#contract.nameOf(parsed.value, this.#facts);
    const breaches = name === 'error' ? noBreaches : this.#checks.of(name).breaches(parsed.value);
    return name === 'error' || this.#foreignError(name, parsed.value, breaches) !== undefined;
  }

  /** An error that no client of the dialect looks for. Payloads that their schema allows are what they say. */
  #foreignError(name: string, value: JsonValue, breaches: readonly SchemaBreach[]): ForeignError | undefined {
    const isKnown = name === 'error' || this.#contract.rules.has(name);
    return isKnown && breaches.length === 0 ? undefined : foreignError(value, name === 'error' ? breaches : undefined);
  }

  #notJson(frame: Frame, place: Place): void {
    if (this.#automaton.terminal !== undefined) {
      const name = frame.data === '[DONE]' ? '$done' : 'not-json';
      this.#automaton.step(name, null, frame.data, place);
      return;
    }
    // What is missing where clients stop reading is told at the end.
    if (frame.data !== this.#contract.contract.wire.sentinel) {
      this.#report(engineIssues.notJson(), place);
    }
  }

  /** A client that reads events does not see a document, and one that reads a document cannot parse events. */
  #checkForm(name: string, atEnd: boolean, place: Place): void {
    const { asked } = this.#options;
    const form = this.#form;
    if (name === 'error') {
      this.#checkErrorForm(atEnd, place);
      return;
    }
    this.#formChecked = true;
    // Where a chunk and a body are alike, only its framing tells a document from the elements of a streamed array.
    if (asked === 'stream' && (name === '$body' || (form === 'body' && atEnd))) {
      this.#report(engineIssues.bodyInStream(), place);
    } else if (asked === 'body' && form === 'stream') {
      this.#report(engineIssues.streamInBody(), place);
    }
  }

  /**
   * An error by itself: unless its status refuses, readers of the other form do not see it. In a body, SDKs do not throw at
   * one under a status of success; where the status is not known, it may have come with a refusal.
   */
  #checkErrorForm(atEnd: boolean, place: Place): void {
    const { asked, status } = this.#options;
    const form = this.#form;
    if (this.refused) {
      return;
    }
    this.#formChecked = true;
    if (asked === 'stream' && form === 'body' && atEnd) {
      this.#report(engineIssues.errorBodyInStream(), place);
    } else if (asked === 'body' && form === 'stream') {
      this.#report(engineIssues.streamInBody(), place);
    } else if (asked === 'body' && status !== undefined) {
      this.#report(engineIssues.errorUnderSuccess(), place);
    }
  }

  #checkLines(frame: Frame, name: string, place: Place): void {
    for (const issue of lineIssues(frame, name, this.#contract.contract.wire, this.refused)) {
      this.#report(issue, place);
    }
  }
}
