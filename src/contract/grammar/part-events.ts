import type { Coordinates, DomainEventBody, PartKind } from '../../core/domain-event.ts';

/**
 * What says that a part begins; `undefined` for a refusal, whose deltas say it all, and for a tool call, which is announced
 * by name.
 *
 * @param word the wire's name of its kind
 */
export function startOf(kind: PartKind, at: Coordinates, word: string): DomainEventBody | undefined {
  switch (kind) {
    case 'text':
      return { kind: 'content.started', at, part: 'text' };
    case 'reasoning':
      return { kind: 'reasoning.started', at };
    case 'audio':
    case 'image':
    case 'other':
      return { kind: 'content.started', at, part: kind, name: word };
    case 'refusal':
    case 'tool':
    case 'server_tool':
      return undefined;
  }
}

/** What says that a part is whole. */
export function completionOf(kind: PartKind, at: Coordinates): DomainEventBody | undefined {
  switch (kind) {
    case 'tool':
    case 'server_tool':
      return { kind: 'tool.completed', at };
    case 'reasoning':
      return { kind: 'reasoning.completed', at };
    case 'text':
    case 'audio':
    case 'image':
    case 'other':
      return { kind: 'content.completed', at };
    case 'refusal':
      return undefined;
  }
}
