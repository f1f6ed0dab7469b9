import { type JsonPath, textAt } from '../../core/json-path.ts';
import type { EventScript } from './event-script.ts';
import type { CallPlaces, Placed } from './turn.ts';

/** A fragment of the arguments of a call, with the place where it stands. */
export interface ArgumentFragment extends Placed {
  readonly text: string;
}

/** The fragments of a call in order, empty ones too; none where the dialect sends arguments as an object. */
export function argumentFragments(source: EventScript, call: CallPlaces | undefined): readonly ArgumentFragment[] {
  return (call?.pieces ?? []).flatMap(({ event, place }) => {
    const path: JsonPath | undefined = place.arguments;
    return path === undefined ? [] : [{ event, place: path, text: textAt(source.events[event]?.json, path) }];
  });
}

export function argumentText(source: EventScript, call: CallPlaces | undefined): string {
  return argumentFragments(source, call)
    .map(({ text }) => text)
    .join('');
}
