import type { DomainEventBody } from '../core/domain-event.ts';
import type { ToolCall } from '../core/outcome.ts';

const [opening, closing] = ['{"input":', '}'];

/** The arguments of a call for a dialect in which they are an object: plain text becomes `{ "input": … }`. */
export function objectArguments({ arguments: { state }, argumentsRaw }: ToolCall): string {
  return state === 'text' ? `${opening}${JSON.stringify(argumentsRaw)}${closing}` : argumentsRaw;
}

/** The same for events, one by one. */
export class ObjectArguments {
  readonly #calls = new Set<string>();

  wrap(event: DomainEventBody): readonly DomainEventBody[] {
    switch (event.kind) {
      case 'tool.started': {
        const { input, ...call } = event;
        if (input === undefined) {
          return [event];
        }
        this.#calls.add(placeOf(event));
        return [call, { kind: 'tool.arguments.delta', at: event.at, text: `${opening}"` }];
      }
      case 'tool.arguments.delta':
        return this.#calls.has(placeOf(event))
          ? [{ ...event, text: JSON.stringify(event.text).slice(1, -1) }]
          : [event];
      case 'tool.completed':
        return this.#calls.delete(placeOf(event))
          ? [{ kind: 'tool.arguments.delta', at: event.at, text: `"${closing}` }, event]
          : [event];
      default:
        return [event];
    }
  }
}

function placeOf({ at }: Extract<DomainEventBody, { readonly at: unknown }>): string {
  return `${at.choice}/${at.part}`;
}
