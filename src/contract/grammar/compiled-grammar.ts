import type { JsonValue } from '../../core/json.ts';
import type { ContractFormat } from '../contract-format.ts';
import { compileCondition, type Holds } from './condition.ts';
import type { Facts } from './facts.ts';
import { rulesByEvent } from './families.ts';
import { createRoot } from './instance.ts';
import { compilePointer, type Read } from './pointer.ts';
import { compileRule } from './rule.ts';
import type { TerminalPhase } from './rule-format.ts';
import { admittedStates, stateOutOfPlace } from './states.ts';
import type { RuleStep } from './stream-run.ts';
import { sumSlots } from './sum-slots.ts';

/** The rules of one event. */
export interface EventRules {
  readonly steps: readonly RuleStep[];
  /** The states in which it may come. */
  readonly admitted: ReadonlySet<string>;
  /** The state in which it is read where it may not come; `undefined` where it is not read then. */
  readonly outOfPlace: string | undefined;
}

/** The order rules of a contract, compiled once and run over many streams. */
export interface CompiledGrammar {
  readonly contract: ContractFormat;
  readonly sums: ReadonlySet<string>;
  /** The state before the first event. */
  readonly start: string;
  /** The name of an event; `''` where the contract has none for it. */
  readonly nameOf: (node: JsonValue, facts: Facts) => string;
  readonly rules: ReadonlyMap<string, EventRules>;
  readonly constants: readonly { readonly pointer: string; readonly read: Read }[];
  readonly sequence: { readonly read: Read; readonly from?: number } | undefined;
  readonly eof: readonly {
    readonly states: ReadonlySet<string>;
    readonly holds: Holds;
    readonly phase: TerminalPhase;
  }[];
}

/** @throws Error naming the dialect, when a rule names an unknown scope. */
export function compileGrammar(contract: ContractFormat): CompiledGrammar {
  const { constant, sequence, start = 'start', eof } = contract;
  const rules = [...rulesByEvent(contract)].map(([name, list]): [string, EventRules] => [
    name,
    {
      steps: list.map((rule) => compileRule(rule, contract)),
      admitted: new Set(admittedStates(list)),
      outOfPlace: stateOutOfPlace(list, start),
    },
  ]);
  return {
    contract,
    sums: sumSlots(contract),
    start,
    nameOf: compileName(contract),
    rules: new Map(rules),
    constants: constant.map((pointer) => ({ pointer, read: compilePointer(pointer) })),
    sequence: sequence && { ...sequence, read: compilePointer(sequence.at) },
    eof: eof.map(({ in: states, if: condition, phase }) => ({
      states: new Set([states].flat()),
      holds: compileCondition(condition),
      phase,
    })),
  };
}

function compileName({ name }: ContractFormat): CompiledGrammar['nameOf'] {
  const root = createRoot();
  const cases = name.map(({ is, if: condition }) => ({
    holds: compileCondition(condition),
    nameOf: is.startsWith('/') ? compilePointer(is) : () => is,
  }));
  return (node, facts) => {
    for (const { holds, nameOf } of cases) {
      if (holds(node, root, facts)) {
        const found = nameOf(node);
        return typeof found === 'string' ? found : '';
      }
    }
    return '';
  };
}
