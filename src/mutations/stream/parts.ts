import type { DomainEvent, PartKind } from '../../core/domain-event.ts';
import type { Retelling } from './retold.ts';

/** One part of an answer with the events that tell it, in order. */
export interface ToldPart {
  readonly kind: PartKind;
  readonly events: readonly PartEvent[];
}

export type PartEvent = Extract<DomainEvent, { readonly at: { readonly choice: number; readonly part: number } }>;

/** The parts of a choice, in order of their first appearance. */
function partsIn(events: readonly DomainEvent[], choice: number): readonly ToldPart[] {
  const ours = events.filter(isPartEvent).filter(({ at }) => at.choice === choice);
  return [...Map.groupBy(ours, ({ at }) => at.part).values()].map((told) => ({ kind: kindOf(told), events: told }));
}

function isPartEvent(event: DomainEvent): event is PartEvent {
  return 'at' in event;
}

/** Whether a part says anything: a call does, and a text with words in it. */
export function hasContent({ kind, events }: ToldPart): boolean {
  const channel = kind === 'text' || kind === 'reasoning' || kind === 'refusal';
  return !channel || events.some((event) => 'text' in event && event.text !== '');
}

/** Tells the parts of each choice otherwise. What stands between parts keeps its place. */
export function withParts(change: (parts: readonly ToldPart[]) => readonly ToldPart[]): Retelling {
  return (events) => {
    const choices = new Set(events.filter(isPartEvent).map(({ at }) => at.choice));
    return [...choices].reduce((told, choice) => inChoice(told, choice, change), events);
  };
}

function inChoice(
  events: readonly DomainEvent[],
  choice: number,
  change: (parts: readonly ToldPart[]) => readonly ToldPart[],
): readonly DomainEvent[] {
  const before = partsIn(events, choice);
  const after = change(before);
  if (after === before) {
    return events;
  }
  const ofChoice = (event: DomainEvent): boolean => isPartEvent(event) && event.at.choice === choice;
  const begin = events.findIndex(ofChoice);
  const told = after.flatMap((part, index) => numbered(part.events, index));
  const others = events.filter((event) => !ofChoice(event));
  return others.toSpliced(events.slice(0, begin).filter((event) => !ofChoice(event)).length, 0, ...told);
}

/** Parts are numbered as they come. */
function numbered(events: readonly PartEvent[], part: number): readonly PartEvent[] {
  return events.map((event) => ({ ...event, at: { ...event.at, part } }));
}

function kindOf(events: readonly PartEvent[]): PartKind {
  for (const event of events) {
    switch (event.kind) {
      case 'content.started':
        return event.part;
      case 'content.delta':
      case 'content.completed':
        return 'text';
      case 'reasoning.started':
      case 'reasoning.delta':
      case 'reasoning.completed':
        return 'reasoning';
      case 'refusal.delta':
        return 'refusal';
      case 'tool.started':
        return event.owner === 'client' ? 'tool' : 'server_tool';
      case 'tool.arguments.delta':
      case 'tool.completed':
      case 'opaque.reported':
        break;
    }
  }
  return 'other';
}
