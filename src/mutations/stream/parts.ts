import type { DomainEvent, PartKind } from '../../core/domain-event.ts';

/** One part of an answer with the events that tell it, in order. */
export interface ToldPart {
  readonly choice: number;
  readonly part: number;
  readonly kind: PartKind;
  readonly events: readonly PartEvent[];
}

type PartEvent = Extract<DomainEvent, { readonly at: { readonly choice: number; readonly part: number } }>;

/** The parts of an answer, in order of their first appearance. */
export function partsIn(events: readonly DomainEvent[]): readonly ToldPart[] {
  const parts = Map.groupBy(events.filter(isPartEvent), ({ at }) => `${at.choice}/${at.part}`);
  return [...parts.values()].flatMap((told) => {
    const [first] = told;
    return first === undefined
      ? []
      : [{ choice: first.at.choice, part: first.at.part, kind: kindOf(told), events: told }];
  });
}

function isPartEvent(event: DomainEvent): event is PartEvent {
  return 'at' in event;
}

/** Whether a part says anything: a call does, and a text with words in it. */
export function hasContent({ kind, events }: ToldPart): boolean {
  const channel = kind === 'text' || kind === 'reasoning' || kind === 'refusal';
  return !channel || events.some((event) => 'text' in event && event.text !== '');
}

/** The events with all parts of one choice told in this order. What stands between parts keeps its place. */
export function inOrder(events: readonly DomainEvent[], parts: readonly ToldPart[]): readonly DomainEvent[] {
  const [first] = parts;
  if (first === undefined) {
    return events;
  }
  const ofChoice = (event: DomainEvent): boolean => isPartEvent(event) && event.at.choice === first.choice;
  const begin = events.findIndex(ofChoice);
  const told = parts.flatMap((part, index) => numbered(part.events, index));
  const others = (event: DomainEvent): boolean => !ofChoice(event);
  return [...events.slice(0, begin).filter(others), ...told, ...events.slice(begin).filter(others)];
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
