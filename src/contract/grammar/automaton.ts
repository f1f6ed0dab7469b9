import type { DomainEvent } from '../../core/domain-event.ts';
import type { Issue } from '../../core/issue.ts';
import { isObject, type JsonValue } from '../../core/json.ts';
import type { IssueFormat } from '../contract-format.ts';
import type { CompiledGrammar, EventRules } from './compiled-grammar.ts';
import { Emitter } from './emitter.ts';
import { type EngineIssue, engineIssues, lookUpIssue } from './engine-issues.ts';
import { ErrorReader } from './error-reading.ts';
import type { Facts } from './facts.ts';
import { compileFinish } from './finish-reading.ts';
import { createRoot } from './instance.ts';
import { isGiven } from './pointer.ts';
import type { TerminalPhase } from './rule-format.ts';
import { closeChildren } from './scope-step.ts';
import { SequenceCheck } from './sequence-check.ts';
import type { StreamRun } from './stream-run.ts';
import { UsageMerge } from './usage-merge.ts';

/** Frames after the end that no event rule names: the done text of another dialect, and what is no JSON. */
const nameless: ReadonlySet<string> = new Set(['$done', 'not-json']);

/** What an event may call itself for the name to be repeated in an issue; anything else might be payload. */
const plainName = /^[\w.:-]{1,64}$/;

/** Whether an issue of this id, with this detail, is let pass. */
export type AllowsIssue = (id: string, detail: string | undefined) => boolean;

export interface AutomatonOptions {
  readonly facts: Facts;
  readonly status: number | undefined;
  /** Whether an issue is no finding here (traits). */
  readonly allows: AllowsIssue;
  /** False for a body, which has no sequence number whatever the contract says. */
  readonly numbered?: boolean;
}

/** Where in the input the current event stands. */
export interface Place {
  readonly frame: number;
  readonly position: number;
}

/**
 * Runs the order grammar over the named events of one stream. Knows no dialect. The steps of an event are part of the
 * language: contracts/README.md numbers them under "One event" and "The end".
 */
export class Automaton {
  readonly issues: Issue[] = [];
  readonly #grammar: CompiledGrammar;
  readonly #allows: AllowsIssue;
  /** Absent where events have no numbers. */
  readonly #sequence: SequenceCheck | undefined;
  readonly #run: StreamRun;
  /** By position in the contract's list; compared for every event of a stream. */
  readonly #constants: (JsonValue | undefined)[] = [];
  #place: Place = { frame: 0, position: 0 };
  #terminal: TerminalPhase | undefined;
  /** The answer went on without its beginning, which may still come. */
  #startDue = false;

  constructor(grammar: CompiledGrammar, options: AutomatonOptions) {
    this.#grammar = grammar;
    this.#allows = options.allows;
    const { contract, sequence } = grammar;
    const { facts, numbered = true } = options;
    this.#sequence = sequence && numbered ? new SequenceCheck(sequence, facts.startingAfter) : undefined;
    this.#run = {
      facts,
      status: options.status,
      root: createRoot(),
      sums: grammar.sums,
      emitter: new Emitter(contract.parts, contract.tools),
      usage: new UsageMerge(contract.usage),
      errors: new ErrorReader(contract.errors),
      finish: compileFinish(contract.finish.read),
      report: (issue, detail) => this.report(issue, detail),
      state: grammar.start,
      nextState: undefined,
      end: undefined,
      additions: 0,
      text: '',
      textAt: undefined,
      path: [],
      started: false,
    };
  }

  get events(): readonly DomainEvent[] {
    return this.#run.emitter.events;
  }

  /** The phase that a terminal gave; `undefined` while there was none. */
  get terminal(): TerminalPhase | undefined {
    return this.#terminal;
  }

  get lastSequence(): number | undefined {
    return this.#sequence?.last;
  }

  /** @param node the event's JSON, or null for the done text. @param text the frame's data, for digits that must survive. */
  step(name: string, node: JsonValue, text: string, place: Place): void {
    this.#place = place;
    const run = this.#run;
    run.emitter.frame = place.frame;
    if (this.#terminal !== undefined) {
      const known = this.#grammar.rules.has(name) || nameless.has(name);
      this.report(engineIssues.afterEnd(known ? name : 'unknown'));
      return;
    }
    if (isObject(node)) {
      this.#checkConstants(node);
      const wrong = this.#sequence?.take(node);
      if (wrong !== undefined) {
        this.report(wrong);
      }
    }
    const rules = this.#grammar.rules.get(name);
    if (rules === undefined) {
      this.#unknown(name);
      return;
    }
    run.text = text;
    run.textAt = undefined;
    run.nextState = undefined;
    run.end = undefined;
    if (!rules.admitted.has(run.state)) {
      this.#outOfPlace(name, rules);
    }
    for (const rule of rules.steps) {
      rule(run, node, run.root);
    }
    run.state = run.nextState ?? run.state;
    if (run.end !== undefined) {
      this.#finish(run.end);
    }
  }

  /** Issues reported from here on stand at this place. */
  at(place: Place): void {
    this.#place = place;
  }

  /** The response failed by its HTTP status alone; its body said nothing that this dialect knows. */
  failWith(status: number): void {
    const { emitter, errors } = this.#run;
    emitter.error({ ...errors.read(null, status), origin: 'transport' });
    this.#finish('failed');
  }

  /** The stream ended cleanly: what that means in this state. */
  eof(): void {
    if (this.#terminal !== undefined) {
      return;
    }
    const run = this.#run;
    const rule = this.#grammar.eof.find(
      ({ states, holds }) => states.has(run.state) && holds(null, run.root, run.facts),
    );
    if (rule !== undefined) {
      this.#finish(rule.phase);
    }
  }

  /** @returns false where a trait lets the issue pass */
  report(issue: EngineIssue, detail?: string): boolean {
    const { id } = issue;
    if (this.#allows(id, detail)) {
      return false;
    }
    const { topic, level, relay, cause }: Partial<IssueFormat> & EngineIssue = {
      ...(lookUpIssue(this.#grammar.contract, id) ?? issue),
      id,
    };
    this.issues.push({
      id,
      topic,
      level,
      ...(relay === undefined ? {} : { relay }),
      frame: this.#place.frame,
      position: this.#place.position,
      ...(detail === undefined || detail === '' ? {} : { detail }),
      ...(cause === undefined ? {} : { cause }),
    });
    return true;
  }

  /**
   * Clients have no states: they read on, unless an error made them throw. So does this reader, once it has told. An
   * answer begins once, though: its beginning is only read late where something else was read in its place.
   */
  #outOfPlace(name: string, { outOfPlace }: EventRules): void {
    const run = this.#run;
    const { start } = this.#grammar;
    const told = this.report(engineIssues.state(run.state, name));
    if (!told || run.emitter.failed || outOfPlace === undefined || (outOfPlace === start && !this.#startDue)) {
      return;
    }
    this.#startDue = outOfPlace !== start && (this.#startDue || run.state === start);
    run.nextState = outOfPlace === start ? run.state : undefined;
    run.state = outOfPlace;
  }

  #unknown(name: string): void {
    const run = this.#run;
    this.report(engineIssues.unknown(), plainName.test(name) ? name : undefined);
    if (run.state === 'start') {
      this.report(engineIssues.unknownAtStart());
    }
    run.emitter.emit({ kind: 'unknown', name });
  }

  #checkConstants(node: JsonValue): void {
    const { constants } = this.#grammar;
    for (let index = 0; index < constants.length; index += 1) {
      const constant = constants[index];
      const value = constant?.read(node);
      const before = this.#constants[index];
      if (constant === undefined || value === before || !isGiven(value) || value === 0) {
        continue;
      }
      if (before === undefined) {
        this.#constants[index] = value;
      } else {
        this.report(engineIssues.constant(constant.pointer));
      }
    }
  }

  #finish(phase: TerminalPhase): void {
    const { emitter, root } = this.#run;
    this.#terminal = phase;
    if (phase === 'pending') {
      return;
    }
    if (phase === 'failed' || phase === 'cancelled') {
      emitter.emit({ kind: 'response.failed' });
      return;
    }
    closeChildren(this.#run, root);
    this.#reportMissing();
    emitter.closeChannels();
    emitter.emit({ kind: phase === 'completed' ? 'response.completed' : 'response.incomplete' });
  }

  /** Of a `complete` scope, every key below the number of its instances must have been there. */
  #reportMissing(): void {
    for (const [scope, { all, byKey }] of this.#run.root.children) {
      for (let key = 0; all[0]?.format.order === 'complete' && key < byKey.size; key += 1) {
        if (!byKey.has(key)) {
          this.report(engineIssues.scopeMissing(scope), `${scope} ${key}`);
        }
      }
    }
  }
}
