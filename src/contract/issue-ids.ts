import type { WireIssueKind } from '../core/frame.ts';
import type { IssueLevel, IssueTopic } from '../core/issue.ts';
import { lookUpIssue } from './automaton.ts';
import type { ContractFormat, IssueSource, RuleFormat } from './contract-format.ts';
import { expandFamily } from './families.ts';
import { compileSchemas } from './schemas.ts';
import { statesWithout } from './states.ts';

/** One issue that a stream of a dialect can be found to have. */
export interface KnownIssue {
  readonly id: string;
  readonly topic: IssueTopic;
  readonly level: IssueLevel;
  /** Where the rule stands; absent for what every stream of events has to hold. */
  readonly source?: IssueSource;
}

/** Topic and level of an id for which the contract has no row. */
type Fallback = Pick<KnownIssue, 'topic' | 'level'>;
type Report = (id: string, fallback: Fallback) => void;

/** How bad it is that bytes are not well-framed, in every dialect. */
export const wireIssueLevels: Readonly<Record<WireIssueKind, IssueLevel>> = {
  'invalid-utf8': 'SPEC',
  'unknown-field': 'OBS',
  'invalid-retry': 'OBS',
  'id-with-nul': 'OBS',
  unterminated: 'BRK',
  'foreign-bytes': 'BRK',
  'limit-exceeded': 'BRK',
};

/**
 * Every issue id that can be reported for a contract, by id, with the topic and level it is reported with. Derived from
 * the data alone: conditions are not evaluated, so a few ids may be listed that no stream can cause, and none is missing.
 *
 * @param schemas names of the events that have a schema; those of the contract's dialect where absent
 */
export function issueIds(
  contract: ContractFormat,
  schemas: Iterable<string> = compileSchemas(contract.dialect).events.keys(),
): ReadonlyMap<string, KnownIssue> {
  const known = new Map<string, KnownIssue>();
  const report: Report = (id, fallback) => {
    known.set(id, { id, ...(lookUpIssue(contract, id) ?? fallback) });
  };
  reportFraming(contract, report);
  reportEvents(contract, schemas, report);
  reportScopes(contract, report);
  const rules = rulesByEvent(contract);
  for (const list of rules.values()) {
    for (const rule of list) {
      reportRule(contract, rule, undefined, report);
    }
  }
  reportOrder(contract, rules, report);
  if (!endsWithInput(contract)) {
    reportAfterEnd(rules, report);
  }
  return known;
}

/** The rules of each event, those that families stand for included. */
function rulesByEvent(contract: ContractFormat): ReadonlyMap<string, readonly RuleFormat[]> {
  const families = (contract.families ?? []).flatMap((family) => Object.entries(expandFamily(family)));
  return new Map([...families, ...Object.entries(contract.rules)]);
}

function reportFraming({ wire }: ContractFormat, report: Report): void {
  for (const [kind, level] of Object.entries(wireIssueLevels)) {
    report(`wire.${kind}`, { topic: 'framing', level });
  }
  if (wire.eventLine === 'none') {
    report('event.line.unexpected', { topic: 'framing', level: 'SPEC' });
    if (wire.dataLine === 'alone') {
      report('event.data-line', { topic: 'framing', level: 'BRK' });
    }
  } else {
    report('event.line.missing', { topic: 'framing', level: 'BRK' });
    report('event.line.mismatch', { topic: 'events', level: 'SPEC' });
  }
  report('terminal.missing', { topic: 'terminal', level: 'BRK' });
}

/** Whether every payload gets a name that has rules: what is nothing else is one of them. */
function namesAll({ name, rules }: ContractFormat): boolean {
  const last = name.at(-1);
  return last !== undefined && last.if === undefined && name.every(({ is }) => Object.hasOwn(rules, is));
}

function reportEvents(contract: ContractFormat, schemas: Iterable<string>, report: Report): void {
  for (const id of ['event.json', 'event.body-in-stream', 'event.stream-in-body']) {
    report(id, { topic: 'events', level: 'BRK' });
  }
  report('event.half-character', { topic: 'events', level: 'OBS' });
  if (!namesAll(contract) || Object.hasOwn(contract.rules, '$body')) {
    report('event.schema.$body', { topic: 'events', level: 'SPEC' });
  }
  report('error.foreign', { topic: 'events', level: 'SPEC' });
  if (!namesAll(contract)) {
    report('event.unnamed', { topic: 'events', level: 'SPEC' });
    report('event.unknown', { topic: 'drift', level: 'TOL' });
  }
  for (const name of new Set([...schemas, 'error'])) {
    report(`event.schema.${name}`, { topic: 'events', level: 'SPEC' });
  }
  for (const id of ['drift.unknown-field', 'drift.unknown-value', 'drift.advisory-missing']) {
    report(id, { topic: 'drift', level: 'TOL' });
  }
}

function reportScopes({ scopes }: ContractFormat, report: Report): void {
  for (const [scope, format] of Object.entries(scopes)) {
    if (format.ends === 'explicit') {
      report(`${scope}.unclosed`, { topic: 'order', level: 'OBS' });
    }
  }
}

/** @param parent the scope in which the rule works before its own verb; `undefined` is the response itself */
function reportRule(contract: ContractFormat, rule: RuleFormat, parent: string | undefined, report: Report): void {
  const scope = rule.open ?? rule.use ?? rule.ensure ?? rule.ref ?? parent;
  reportVerb(contract, rule, report);
  for (const id of Object.keys(rule.must ?? {})) {
    report(id, { topic: 'order', level: 'SPEC' });
  }
  const format = scope === undefined ? undefined : contract.scopes[scope];
  for (const slot of Object.keys(rule.put ?? {})) {
    if (format?.fixed?.includes(slot) === true) {
      report(`${scope}.changed.${slot}`, { topic: slot === 'finish' ? 'terminal' : 'identity', level: 'SPEC' });
    }
  }
  for (const slot of Object.keys(rule.same ?? {})) {
    report(`${scope ?? ''}.sum.${slot}`, { topic: 'order', level: 'OBS' });
  }
  // Only the scopes of the response itself are counted at its end.
  if (parent === undefined && scope !== undefined && format?.order === 'complete') {
    report(`${scope}.missing`, { topic: 'order', level: 'SPEC' });
  }
  for (const inner of rule.then ?? []) {
    reportRule(contract, inner, scope, report);
  }
}

/** What finding or opening an instance can go wrong with. */
function reportVerb(contract: ContractFormat, rule: RuleFormat, report: Report): void {
  if (rule.use !== undefined) {
    report(`${rule.use}.not-open`, { topic: 'order', level: 'BRK' });
  }
  if (rule.ref !== undefined) {
    report(`${rule.ref}.unknown`, { topic: 'order', level: 'SPEC' });
  }
  const opened = rule.open ?? rule.ensure;
  const format = opened === undefined ? undefined : contract.scopes[opened];
  if (opened === undefined || format === undefined) {
    return;
  }
  const keys = [rule.key ?? '#'].flat();
  if (keys.every((key) => key === 'last' || isPointer(key))) {
    report(`${opened}.key`, { topic: 'order', level: 'BRK' });
  }
  // The next ordinal is always free and always the next one.
  const chosen = keys.some((key) => key !== '+');
  if (chosen && rule.open !== undefined) {
    report(`${opened}.duplicate`, { topic: 'order', level: 'BRK' });
  }
  if (chosen && format.order === 'dense') {
    report(`${opened}.gap`, { topic: 'order', level: 'BRK' });
  }
  if (format.one === true && format.ends !== 'next') {
    report(`${opened}.overlap`, { topic: 'order', level: 'OBS' });
  }
  for (const slot of format.need ?? []) {
    report(`${opened}.need.${slot}`, { topic: 'identity', level: 'BRK' });
  }
  if (rule.ensure !== undefined && format.reopen !== true) {
    report(`${opened}.content-after-close`, { topic: 'order', level: 'SPEC' });
    report(`${opened}.touched-after-close`, { topic: 'order', level: 'OBS' });
  }
}

function isPointer(key: string): boolean {
  return key === '' || key.startsWith('/');
}

function reportOrder(
  contract: ContractFormat,
  rules: ReadonlyMap<string, readonly RuleFormat[]>,
  report: Report,
): void {
  const { constant, sequence, start = 'start' } = contract;
  for (const pointer of constant) {
    report(`constant${pointer}`, { topic: 'identity', level: 'SPEC' });
  }
  if (sequence !== undefined) {
    report('sequence.absent', { topic: 'order', level: 'OBS' });
    report('sequence.falling', { topic: 'order', level: 'SPEC' });
    report('sequence.gap', { topic: 'order', level: 'OBS' });
  }
  if (!namesAll(contract)) {
    report('state.start.unknown', { topic: 'order', level: 'SPEC' });
  }
  for (const name of rules.keys()) {
    for (const state of statesWithout(name, rules, start)) {
      report(`state.${state}.${name}`, { topic: 'order', level: 'SPEC' });
    }
  }
}

/** Whether no event ends a response, only the end of the input: then nothing can follow. */
export function endsWithInput({ rules, eof }: ContractFormat): boolean {
  const ends = (rule: RuleFormat): boolean => rule.end !== undefined || (rule.then ?? []).some(ends);
  return eof.some(({ phase }) => phase === 'completed') && !Object.values(rules).flat().some(ends);
}

function reportAfterEnd(rules: ReadonlyMap<string, readonly RuleFormat[]>, report: Report): void {
  for (const name of new Set([...rules.keys(), '$done', 'not-json', 'unknown'])) {
    report(`after-end.${name}`, { topic: 'after-terminal', level: 'SPEC' });
  }
}
