import type { Reading } from '../core/reading.ts';
import type { Shape } from './shape.ts';

/** One difference between two recordings of the same thing, or between a recording and its contract. */
export interface ShapeChange {
  readonly what: 'status' | 'header' | 'event' | 'field' | 'value' | 'order';
  readonly sign: '+' | '-' | '~';
  readonly text: string;
}

/** Changes in shape, never in text. */
export function shapeChanges(before: Shape, after: Shape): readonly ShapeChange[] {
  // The fields of an event that is new or gone are not listed.
  const ofKnown = (set: ReadonlySet<string>, other: Shape): ReadonlySet<string> =>
    new Set([...set].filter((entry) => other.events.has(entry.slice(0, entry.indexOf(' ')))));
  return [
    ...(before.status === after.status
      ? []
      : [{ what: 'status', sign: '~', text: `${before.status} → ${after.status}` } as const]),
    ...setChanges('header', before.headers, after.headers),
    ...setChanges('event', before.events, after.events),
    ...setChanges('field', ofKnown(before.fields, after), ofKnown(after.fields, before)),
    ...setChanges('value', ofKnown(before.values, after), ofKnown(after.values, before)),
    ...orderChange(before.order, after.order),
  ];
}

function setChanges(
  what: ShapeChange['what'],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly ShapeChange[] {
  const added = [...after].filter((entry) => !before.has(entry)).toSorted();
  const gone = [...before].filter((entry) => !after.has(entry)).toSorted();
  return [
    ...added.map((text) => ({ what, sign: '+', text }) as const),
    ...gone.map((text) => ({ what, sign: '-', text }) as const),
  ];
}

function orderChange(before: readonly string[], after: readonly string[]): readonly ShapeChange[] {
  const first = after.findIndex((kind, index) => kind !== before[index]);
  const at = first >= 0 ? first : after.length < before.length ? after.length : undefined;
  if (at === undefined) {
    return [];
  }
  const step = (order: readonly string[]): string => order[at] ?? 'the end';
  const behind = at === 0 ? 'first' : `after ${after[at - 1]}`;
  return [{ what: 'order', sign: '~', text: `${behind}: ${step(before)} → ${step(after)}` }];
}

/** Something that the contract does not know, and the file that should describe it. */
export interface UnknownThing {
  /** Issue id: `drift.unknown-field`, `event.unknown` … */
  readonly id: string;
  /** Event and path; never a value. */
  readonly detail: string;
  readonly contract: string;
}

/** Everything in a reading that its contract does not know, each thing once. */
export function unknownThings({ dialect, mode, issues, outcome }: Reading): readonly UnknownThing[] {
  const file = (id: string): string => {
    if (id === 'event.unknown') {
      return 'contract.json';
    }
    return outcome.error?.status !== undefined
      ? 'error.schema.json'
      : `${mode === 'body' ? 'response' : 'event'}.schema.json`;
  };
  const found = issues
    .filter(({ topic, id }) => topic === 'drift' && id !== 'drift.advisory-missing')
    .map(({ id, detail = '' }) => ({ id, detail, contract: `contracts/${dialect}/${file(id)}` }));
  return [...new Map(found.map((thing) => [`${thing.id} ${thing.detail}`, thing])).values()];
}
