import type { Coordinates, DomainEvent, FinishKind, PartKind } from '../core/domain-event.ts';
import type { JsonValue } from '../core/json.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { UsageNumbers } from '../core/usage.ts';

/** A part while its events come in. */
export interface FoldedPart {
  readonly kind: PartKind;
  readonly name: string | undefined;
  readonly tool: { readonly id: string; readonly name: string; readonly input?: 'text' | undefined } | undefined;
  readonly fragments: string[];
  readonly opaque: { readonly name: string; readonly value: JsonValue }[];
  completed: boolean;
}

export interface FoldedChoice {
  readonly index: number;
  /** Keyed by the ordinal of the part. */
  readonly parts: Map<number, FoldedPart>;
  finish: { readonly kind: FinishKind; readonly raw: string } | undefined;
}

/** The sum of a stream's domain events: what was said, before it is judged whether the answer is whole. */
export interface Folded {
  id: string | undefined;
  model: string | undefined;
  readonly choices: Map<number, FoldedChoice>;
  usage: UsageNumbers;
  error: ReportedError | undefined;
  terminal: 'completed' | 'incomplete' | 'failed' | undefined;
  anyContent: boolean;
}

export function foldEvents(events: readonly DomainEvent[]): Folded {
  const folded: Folded = {
    id: undefined,
    model: undefined,
    choices: new Map(),
    usage: {},
    error: undefined,
    terminal: undefined,
    anyContent: false,
  };
  for (const event of events) {
    applyEvent(folded, event);
  }
  return folded;
}

function applyEvent(folded: Folded, event: DomainEvent): void {
  switch (event.kind) {
    case 'response.started':
      folded.id = event.id;
      folded.model = event.model;
      folded.anyContent = true;
      return;
    case 'content.started':
      partAt(folded, event.at, event.part, event.name);
      return;
    case 'reasoning.started':
      partAt(folded, event.at, 'reasoning', undefined);
      return;
    case 'content.delta':
      partAt(folded, event.at, 'text', undefined).fragments.push(event.text);
      return;
    case 'reasoning.delta':
      partAt(folded, event.at, 'reasoning', undefined).fragments.push(event.text);
      return;
    case 'refusal.delta':
      partAt(folded, event.at, 'refusal', undefined).fragments.push(event.text);
      return;
    case 'tool.started':
      choiceAt(folded, event.at.choice).parts.set(event.at.part, {
        kind: event.owner === 'client' ? 'tool' : 'server_tool',
        name: undefined,
        tool: { id: event.id, name: event.name, input: event.input },
        fragments: [],
        opaque: [],
        completed: false,
      });
      return;
    case 'tool.arguments.delta':
      partAt(folded, event.at, 'tool', undefined).fragments.push(event.text);
      return;
    case 'content.completed':
    case 'reasoning.completed':
    case 'tool.completed':
      complete(folded, event.at);
      return;
    case 'opaque.reported':
      partAt(folded, event.at, 'other', undefined).opaque.push({ name: event.name, value: event.value });
      return;
    case 'usage.reported':
      folded.usage = event.usage;
      return;
    case 'finish.reported':
      choiceAt(folded, event.choice).finish = { kind: event.finish, raw: event.raw };
      return;
    case 'error.reported':
      folded.error ??= event.error;
      return;
    case 'response.completed':
      folded.terminal = 'completed';
      return;
    case 'response.incomplete':
      folded.terminal = 'incomplete';
      return;
    case 'response.failed':
      folded.terminal = 'failed';
      return;
    case 'heartbeat':
    case 'unknown':
      return;
  }
}

function choiceAt(folded: Folded, index: number): FoldedChoice {
  let choice = folded.choices.get(index);
  if (choice === undefined) {
    choice = { index, parts: new Map(), finish: undefined };
    folded.choices.set(index, choice);
  }
  return choice;
}

function partAt(folded: Folded, at: Coordinates, kind: PartKind, name: string | undefined): FoldedPart {
  const { parts } = choiceAt(folded, at.choice);
  let part = parts.get(at.part);
  if (part === undefined) {
    part = { kind, name, tool: undefined, fragments: [], opaque: [], completed: false };
    parts.set(at.part, part);
  }
  return part;
}

function complete(folded: Folded, at: Coordinates): void {
  const part = folded.choices.get(at.choice)?.parts.get(at.part);
  if (part !== undefined) {
    part.completed = true;
  }
}
