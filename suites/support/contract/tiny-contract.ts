import type { AllowedIssue, ContractFormat } from '../../../src/contract/contract-format.ts';
import { Automaton } from '../../../src/contract/grammar/automaton.ts';
import { compileGrammar } from '../../../src/contract/grammar/compiled-grammar.ts';
import type { TerminalPhase } from '../../../src/contract/grammar/rule-format.ts';
import { allowIssues } from '../../../src/contract/traits/allowed-issues.ts';
import type { DomainEvent, DomainEventBody } from '../../../src/core/domain-event.ts';
import type { Issue } from '../../../src/core/issue.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RequestFacts } from '../../../src/core/scenario.ts';
import { pocketContract } from './contract-book.ts';

/**
 * The contract of the book's made-up dialect with the order rules of one test in place of its own. Events are named by
 * their `type`.
 */
export function tinyContract(given: Partial<ContractFormat>): ContractFormat {
  const { families, ...pocket } = pocketContract();
  return {
    ...pocket,
    name: [{ is: '/type' }],
    constant: [],
    scopes: {},
    rules: {},
    eof: [],
    issues: {},
    traits: {},
    ...given,
  };
}

export interface TinyRun {
  /** `id` of each issue, with `@frame` behind it. */
  readonly issues: readonly string[];
  readonly found: readonly Issue[];
  readonly events: readonly DomainEvent[];
  readonly terminal: TerminalPhase | undefined;
}

export interface TinyOptions {
  readonly facts?: RequestFacts;
  readonly allow?: readonly AllowedIssue[];
  readonly status?: number;
  /** The stream ends in good order after the events. */
  readonly eof?: boolean;
}

/** Runs events through the contract; the frame of each is its position. */
export function runTiny(
  given: Partial<ContractFormat>,
  events: readonly JsonObject[],
  options: TinyOptions = {},
): TinyRun {
  const grammar = compileGrammar(tinyContract(given));
  const { facts = {}, allow = [], status, eof = false } = options;
  const automaton = new Automaton(grammar, { facts, status, allows: allowIssues(allow) });
  for (const [frame, event] of events.entries()) {
    automaton.step(grammar.nameOf(event, facts), event, JSON.stringify(event), { frame, position: frame * 10 });
  }
  if (eof) {
    automaton.eof();
  }
  return {
    issues: automaton.issues.map(({ id, frame }) => `${id}@${frame}`),
    found: automaton.issues,
    events: automaton.events,
    terminal: automaton.terminal,
  };
}

/** The events as short lines: kind, place, and what they carry. */
export function lines(events: readonly DomainEventBody[]): readonly string[] {
  return events.map((event) => {
    const place = 'at' in event ? ` ${event.at.choice}/${event.at.part}` : '';
    const words = [
      'text' in event ? event.text : undefined,
      event.kind === 'tool.started' ? `${event.owner} ${event.id} ${event.name}` : undefined,
      event.kind === 'error.reported' ? event.error.class : undefined,
      event.kind === 'opaque.reported' ? `${event.name} ${JSON.stringify(event.value)}` : undefined,
      event.kind === 'usage.reported' ? JSON.stringify(event.usage) : undefined,
      event.kind === 'finish.reported' ? `${event.choice} ${event.finish} ${event.raw}` : undefined,
      event.kind === 'content.started' ? event.part : undefined,
    ].filter((word) => word !== undefined);
    return `${event.kind}${place}${words.length === 0 ? '' : `: ${words.join(' ')}`}`;
  });
}
