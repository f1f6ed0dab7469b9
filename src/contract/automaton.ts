import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { DomainEvent } from '../core/domain-event.ts';
import type { Issue, IssueLevel, IssueTopic } from '../core/issue.ts';
import { isObject, type JsonValue } from '../core/json.ts';
import type { RequestFacts } from '../core/scenario.ts';
import { compileCondition, type Holds, isLoose } from './condition.ts';
import type { ContractFormat, IssueFormat, ScopeFormat, TerminalPhase } from './contract-format.ts';
import { Emitter } from './emitter.ts';
import { ErrorReader } from './error-reading.ts';
import { expandFamily } from './families.ts';
import { Instance } from './instance.ts';
import { compilePointer, isGiven, type Read } from './pointer.ts';
import { compileRule } from './rule.ts';
import type { RuleRunner, Run } from './run.ts';
import { closeInstance } from './scope-step.ts';
import { sumSlots } from './sum-slots.ts';
import type { AllowedIssues } from './traits.ts';
import { UsageMerge } from './usage-merge.ts';

/** The order rules of a contract, compiled once and run over many streams. */
export interface CompiledGrammar {
  readonly contract: ContractFormat;
  readonly sums: ReadonlySet<string>;
  readonly nameOf: (node: JsonValue, facts: RequestFacts) => string;
  readonly rules: ReadonlyMap<string, readonly RuleRunner[]>;
  readonly constants: readonly { readonly pointer: string; readonly read: Read }[];
  readonly sequence: { readonly read: Read; readonly from?: number } | undefined;
  readonly eof: readonly {
    readonly states: ReadonlySet<string>;
    readonly holds: Holds;
    readonly phase: TerminalPhase;
  }[];
}

/** Frames after the end that no event rule names: the done text of another dialect, and what is no JSON. */
const nameless: ReadonlySet<string> = new Set(['$done', 'not-json']);

/** What an event may call itself for the name to be repeated in an issue; anything else might be payload. */
const plainName = /^[\w.:-]{1,64}$/;

const rootFormat: ScopeFormat = { ends: 'explicit' };
const rootForNames = new Instance('', rootFormat, 0, undefined);

/** @throws Error naming the dialect, when a rule names an unknown scope. */
export function compileGrammar(contract: ContractFormat): CompiledGrammar {
  const families = (contract.families ?? []).flatMap((family) => Object.entries(expandFamily(family)));
  return {
    contract,
    sums: sumSlots(contract),
    nameOf: compileName(contract),
    rules: new Map(
      [...families, ...Object.entries(contract.rules)].map(([name, rules]) => [
        name,
        rules.map((rule) => compileRule(rule, contract)),
      ]),
    ),
    constants: contract.constant.map((pointer) => ({ pointer, read: compilePointer(pointer) })),
    sequence: contract.sequence && { ...contract.sequence, read: compilePointer(contract.sequence.at) },
    eof: contract.eof.map((rule) => ({
      states: new Set(typeof rule.in === 'string' ? [rule.in] : rule.in),
      holds: compileCondition(rule.if),
      phase: rule.phase,
    })),
  };
}

function compileName(contract: ContractFormat): CompiledGrammar['nameOf'] {
  const cases = contract.name.map(({ is, if: condition }) => ({
    holds: compileCondition(condition),
    name: is.startsWith('/') ? pointerName(is) : () => is,
  }));
  return (node, facts) => {
    for (const { holds, name } of cases) {
      if (holds(node, rootForNames, facts)) {
        return name(node);
      }
    }
    return '';
  };
}

function pointerName(pointer: string): (node: JsonValue) => string {
  const read = compilePointer(pointer);
  return (node) => {
    const name = read(node);
    return typeof name === 'string' ? name : '';
  };
}

export interface AutomatonOptions {
  readonly facts: RequestFacts;
  readonly status: number | undefined;
  /** Issues that are no finding here (traits). */
  readonly allow: AllowedIssues;
  /** False for a body, which has no sequence number whatever the contract says. */
  readonly numbered?: boolean;
}

/** Where in the input the current event stands. */
export interface Place {
  readonly frame: number;
  readonly position: number;
}

/**
 * Runs the order grammar over the named events of one stream. Knows no dialect. Per event:
 *
 * 1. After the end every further event is one `after-end.<event>` issue and nothing else.
 * 2. Values that must be constant are compared.
 * 3. The sequence number must be there (`sequence.absent`) and rise (`sequence.falling`), by one (`sequence.gap`).
 * 4. The state is read; every rule of the event sees this one.
 * 5. The rules run in their listed order (see `compileRule` for the steps of one rule). None admitted the state:
 *    `state.<state>.<event>`. No rules at all: an unknown event, reported as drift, and as an order breach before the start.
 * 6. The new state takes effect.
 * 7. If a rule ended the response: open scopes are closed (explicit ones are `unclosed`), `complete` scopes are counted.
 */
export class Automaton {
  readonly issues: Issue[] = [];
  readonly #grammar: CompiledGrammar;
  readonly #allow: AllowedIssues;
  readonly #numbered: boolean;
  readonly #run: Run;
  /** By position in the contract's list; compared for every event of a stream. */
  readonly #constants: (JsonValue | undefined)[] = [];
  #place: Place = { frame: 0, position: 0 };
  #terminal: TerminalPhase | undefined;
  #sequence: number | undefined;

  constructor(grammar: CompiledGrammar, options: AutomatonOptions) {
    this.#grammar = grammar;
    this.#allow = options.allow;
    this.#numbered = options.numbered ?? true;
    const { contract } = grammar;
    this.#run = {
      facts: options.facts,
      status: options.status,
      root: new Instance('', rootFormat, 0, undefined),
      sums: grammar.sums,
      emitter: new Emitter(contract.parts, contract.tools),
      usage: new UsageMerge(contract.usage),
      errors: new ErrorReader(contract.errors),
      finishWord: (value) => {
        const listed = typeof value === 'number' && Object.hasOwn(contract.finish.read, String(value));
        return typeof value === 'string' || listed ? String(value) : undefined;
      },
      finishKind: (raw) =>
        (Object.hasOwn(contract.finish.read, raw) ? contract.finish.read[raw] : undefined) ?? 'unknown',
      report: (id, fallback, detail) => this.report(id, fallback, detail),
      state: contract.start ?? 'start',
      nextState: undefined,
      end: undefined,
      admitted: false,
      additions: 0,
      text: '',
      textAt: undefined,
      path: [],
      started: { done: false },
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
    return this.#sequence;
  }

  get dialect(): DialectId {
    return this.#grammar.contract.dialect;
  }

  /** @param node the event's JSON, or null for the done text. @param text the frame's data, for digits that must survive. */
  step(name: string, node: JsonValue, text: string, place: Place): void {
    this.#place = place;
    const run = this.#run;
    run.emitter.frame = place.frame;
    if (this.#terminal !== undefined) {
      const known = this.#grammar.rules.has(name) || nameless.has(name);
      this.report(`after-end.${known ? name : 'unknown'}`, { topic: 'after-terminal', level: 'SPEC' });
      return;
    }
    if (isObject(node)) {
      this.#checkConstants(node);
      if (this.#grammar.sequence !== undefined) {
        this.#checkSequence(node);
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
    run.admitted = false;
    for (const rule of rules) {
      rule(run, node, run.root);
    }
    if (!run.admitted) {
      this.report(`state.${run.state}.${name}`, { topic: 'order', level: 'SPEC' });
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

  /** The stream ended in good order: what that means in this state. */
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

  report(id: string, fallback: { readonly topic: IssueTopic; readonly level: IssueLevel }, detail?: string): void {
    if (this.#allow.has(id, detail)) {
      return;
    }
    const known: Omit<IssueFormat, 'source'> = lookUpIssue(this.#grammar.contract, id) ?? fallback;
    this.issues.push({
      id,
      topic: known.topic,
      level: known.level,
      frame: this.#place.frame,
      position: this.#place.position,
      ...(detail === undefined || detail === '' ? {} : { detail }),
      ...(known.cause === undefined ? {} : { cause: known.cause }),
    });
  }

  #unknown(name: string): void {
    const run = this.#run;
    this.report('event.unknown', { topic: 'drift', level: 'TOL' }, plainName.test(name) ? name : undefined);
    if (run.state === 'start') {
      this.report('state.start.unknown', { topic: 'order', level: 'SPEC' });
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
        this.report(`constant${constant.pointer}`, { topic: 'identity', level: 'SPEC' });
      }
    }
  }

  #checkSequence(node: JsonValue): void {
    const { sequence } = this.#grammar;
    if (sequence === undefined || !this.#numbered) {
      return;
    }
    const value = sequence.read(node);
    if (typeof value !== 'number') {
      this.report('sequence.absent', { topic: 'order', level: 'OBS' });
      return;
    }
    const first = sequence.from === undefined ? undefined : sequence.from - 1;
    const last = this.#sequence ?? this.#run.facts.startingAfter ?? first;
    if (last !== undefined && value <= last) {
      this.report('sequence.falling', { topic: 'order', level: 'SPEC' });
    } else if (last !== undefined && value !== last + 1) {
      this.report('sequence.gap', { topic: 'order', level: 'OBS' });
    }
    this.#sequence = value;
  }

  #finish(phase: TerminalPhase): void {
    const run = this.#run;
    this.#terminal = phase;
    if (phase !== 'failed' && phase !== 'cancelled') {
      this.#closeScopes(run.root);
      run.emitter.closeChannels();
    }
    switch (phase) {
      case 'completed':
        run.emitter.emit({ kind: 'response.completed' });
        break;
      case 'incomplete':
        run.emitter.emit({ kind: 'response.incomplete' });
        break;
      case 'failed':
      case 'cancelled':
        run.emitter.emit({ kind: 'response.failed' });
        break;
    }
  }

  #closeScopes(parent: Instance): void {
    for (const [scope, children] of parent.children) {
      for (const child of children.all) {
        if (child.open && child.format.ends === 'explicit' && !isLoose(child, this.#run.facts)) {
          this.report(`${scope}.unclosed`, { topic: 'order', level: 'OBS' }, child.path);
          // An unclosed part was never said to be whole: it must not be emitted as completed.
          continue;
        }
        closeInstance(this.#run, child);
      }
      const [first] = children.all;
      if (first?.format.order === 'complete') {
        for (let key = 0; key < children.byKey.size; key += 1) {
          if (!children.byKey.has(key)) {
            this.report(`${scope}.missing`, { topic: 'order', level: 'SPEC' }, `${scope} ${key}`);
          }
        }
      }
    }
  }
}

/** Topic, level and source of an issue id: the longest entry of the contract that the id begins with, word by word. */
export function lookUpIssue(contract: ContractFormat, id: string): ContractFormat['issues'][string] | undefined {
  for (let key = id; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('.'), key.lastIndexOf('/')))) {
    if (Object.hasOwn(contract.issues, key)) {
      return contract.issues[key];
    }
  }
  return undefined;
}
