import type { IssueLevel, IssueTopic } from '../core/issue.ts';
import type { ContractFormat, IssueSource } from './contract-format.ts';
import { envelopeKinds } from './foreign-envelope.ts';
import { changedSlot, type EngineIssue, engineIssues, lookUpIssue, wireIssues } from './grammar/engine-issues.ts';
import { innerRules, rulesByEvent, withInner } from './grammar/families.ts';
import type { RuleFormat } from './grammar/rule-format.ts';
import { statesWithout } from './grammar/states.ts';
import { driftKinds } from './schema/drift.ts';
import { eventNames, packagedSchemas } from './schema/schema-files.ts';

/** One issue that a stream of a dialect can be found to have. */
export interface KnownIssue {
  readonly id: string;
  readonly topic: IssueTopic;
  readonly level: IssueLevel;
  /** The level where a relay made it, where that is another. */
  readonly relay?: IssueLevel;
  /** Where the rule stands; absent for what every stream of events has to hold. */
  readonly source?: IssueSource;
}

type Report = (issue: EngineIssue) => void;

/**
 * Every issue id that can be reported for a contract, by id, with the topic and level it is reported with. Derived from
 * the data alone: conditions are not evaluated, so a few ids may be listed that no stream can cause, and none is missing.
 *
 * @param schemas names of the events that have a schema; those of the contract's dialect where absent
 */
export function issueIds(
  contract: ContractFormat,
  schemas: Iterable<string> = eventNames(packagedSchemas(contract.dialect)),
): ReadonlyMap<string, KnownIssue> {
  const known = new Map<string, KnownIssue>();
  const report: Report = (issue) => {
    known.set(issue.id, { ...(lookUpIssue(contract, issue.id) ?? issue), id: issue.id });
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

function reportFraming({ wire }: ContractFormat, report: Report): void {
  report(engineIssues.streamType());
  report(engineIssues.bodyType());
  Object.values(wireIssues).forEach(report);
  if (wire.eventLine === 'none') {
    report(engineIssues.lineUnexpected());
    if (wire.dataLine === 'alone') {
      report(engineIssues.dataLine());
    }
  } else {
    report(engineIssues.lineMissing());
    report(engineIssues.lineMismatch());
  }
  report(engineIssues.terminalMissing());
}

/** Whether every payload gets a name that has rules: what is nothing else is one of them. */
function namesAll({ name, rules }: ContractFormat): boolean {
  const last = name.at(-1);
  return last !== undefined && last.if === undefined && name.every(({ is }) => Object.hasOwn(rules, is));
}

function reportEvents(contract: ContractFormat, schemas: Iterable<string>, report: Report): void {
  report(engineIssues.notJson());
  report(engineIssues.bodyInStream());
  report(engineIssues.streamInBody());
  report(engineIssues.errorBodyInStream());
  report(engineIssues.halfCharacter());
  report(engineIssues.foreignError());
  report(engineIssues.errorUnderSuccess());
  for (const envelope of envelopeKinds) {
    report(engineIssues.foreignEnvelope(envelope));
  }
  if (!namesAll(contract)) {
    report(engineIssues.unnamed());
    report(engineIssues.unknown());
    report(engineIssues.unknownAtStart());
  }
  const bodies = !namesAll(contract) || Object.hasOwn(contract.rules, '$body') ? ['$body'] : [];
  for (const name of new Set([...schemas, ...bodies, 'error'])) {
    report(engineIssues.schema(name));
  }
  for (const what of driftKinds) {
    report(engineIssues.drift(what));
  }
}

function reportScopes({ scopes }: ContractFormat, report: Report): void {
  for (const [scope, format] of Object.entries(scopes)) {
    if (format.ends === 'explicit') {
      report(engineIssues.scopeUnclosed(scope));
    }
  }
}

/** @param parent the scope in which the rule works before its own verb; `undefined` is the response itself */
function reportRule(contract: ContractFormat, rule: RuleFormat, parent: string | undefined, report: Report): void {
  const scope = rule.open ?? rule.use ?? rule.ensure ?? rule.ref ?? parent;
  reportVerb(contract, rule, report);
  for (const id of Object.keys(rule.must ?? {})) {
    report(engineIssues.must(id));
  }
  const format = scope === undefined ? undefined : contract.scopes[scope];
  for (const slot of Object.keys(rule.put ?? {})) {
    if (scope !== undefined && format?.fixed?.includes(slot) === true) {
      report(changedSlot(scope, slot));
    }
  }
  for (const slot of Object.keys(rule.same ?? {})) {
    report(engineIssues.sumDiffers(scope ?? '', slot));
  }
  // Only the scopes of the response itself are counted at its end.
  if (parent === undefined && scope !== undefined && format?.order === 'complete') {
    report(engineIssues.scopeMissing(scope));
  }
  for (const inner of innerRules(rule)) {
    reportRule(contract, inner, scope, report);
  }
}

/** What finding or opening an instance can go wrong with. */
function reportVerb({ scopes }: ContractFormat, rule: RuleFormat, report: Report): void {
  if (rule.use !== undefined) {
    report(engineIssues.scopeNotOpen(rule.use));
  }
  if (rule.ref !== undefined) {
    report(engineIssues.scopeUnknown(rule.ref));
  }
  const opened = rule.open ?? rule.ensure;
  const format = opened === undefined ? undefined : scopes[opened];
  if (opened === undefined || format === undefined) {
    return;
  }
  const keys = [rule.key ?? '#'].flat();
  if (keys.every((key) => key === 'last' || isPointer(key))) {
    report(engineIssues.scopeKey(opened));
  }
  // The next ordinal is always free and always the next one.
  const chosen = keys.some((key) => key !== 'next');
  if (chosen && rule.open !== undefined) {
    report(engineIssues.scopeDuplicate(opened));
  }
  if (chosen && format.order === 'dense') {
    report(engineIssues.scopeGap(opened));
  }
  if (format.one === true && format.ends !== 'next') {
    report(engineIssues.scopeOverlap(opened));
  }
  for (const slot of format.need ?? []) {
    report(engineIssues.slotNeeded(opened, slot));
  }
  if (rule.ensure !== undefined && format.reopen !== true) {
    report(engineIssues.contentAfterClose(opened));
    report(engineIssues.touchedAfterClose(opened));
  }
}

function isPointer(key: string): boolean {
  return key === '' || key.startsWith('/');
}

function reportOrder(
  { constant, sequence, start = 'start' }: ContractFormat,
  rules: ReadonlyMap<string, readonly RuleFormat[]>,
  report: Report,
): void {
  for (const pointer of constant) {
    report(engineIssues.constant(pointer));
  }
  if (sequence !== undefined) {
    report(engineIssues.sequenceAbsent());
    report(engineIssues.sequenceFalling());
    report(engineIssues.sequenceGap());
  }
  for (const name of rules.keys()) {
    for (const state of statesWithout(name, rules, start)) {
      report(engineIssues.state(state, name));
    }
  }
}

/** Whether no event ends a response, only the end of the input: then nothing can follow. */
export function endsWithInput({ rules, eof }: ContractFormat): boolean {
  const ended = withInner(Object.values(rules).flat()).some(({ end }) => end !== undefined);
  return eof.some(({ phase }) => phase === 'completed') && !ended;
}

function reportAfterEnd(rules: ReadonlyMap<string, readonly RuleFormat[]>, report: Report): void {
  for (const name of new Set([...rules.keys(), '$done', 'not-json', 'unknown'])) {
    report(engineIssues.afterEnd(name));
  }
}
