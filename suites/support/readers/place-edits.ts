import { escapePointer } from '../../../src/contract/grammar/pointer.ts';
import { isArray, isObject, type JsonRecord, type JsonValue } from '../../../src/core/json.ts';
import { type Answer, type Breakable, breakable, nameOf, payloadOf, scriptOf } from './exchange.ts';

type Path = readonly (string | number)[];

/** How often one change of one place is tried. */
const attempts = 3;

/** Values at places of events that are missing, null, of another type, empty or other values. */
export function* placeEdits(answers: readonly Answer[]): Generator<Breakable> {
  const tried = new Map<string, number>();
  const once = (key: string): boolean => {
    const count = tried.get(key) ?? 0;
    tried.set(key, count + 1);
    return count < attempts;
  };
  for (const answer of answers) {
    const events = answer.frames.map((frame) => ({ name: nameOf(answer, frame), payload: payloadOf(frame) }));
    for (const [at, { name, payload }] of events.entries()) {
      for (const { path, value } of payload === undefined ? [] : placesIn(payload)) {
        const place = `${answer.mode} ${name} ${pointerOf(path)}`;
        for (const [edit, changed] of changesOf(value)) {
          if (once(`${place} ${edit}`)) {
            const whole = edit === 'missing' || edit === 'null' ? emptied(answer, at, path, value) : [answer];
            yield breakable(edit, answer, scriptOf(withValue(answer, [at], path, changed)), whole);
          }
          if (once(`${place} ${edit} in all`)) {
            const alike = events.flatMap((event, index) => (event.name === name ? [index] : []));
            yield breakable(`${edit} in all`, answer, scriptOf(withValue(answer, alike, path, changed)));
          }
        }
      }
      yield* additions(answer, at, events, once);
      yield* contradictions(answer, at, name, once);
    }
  }
}

/** Members that another event of the same name has at the same place: its value, and another one. */
function* additions(
  answer: Answer,
  at: number,
  events: readonly { readonly name: string; readonly payload: JsonValue | undefined }[],
  once: (key: string) => boolean,
): Generator<Breakable> {
  const event = events[at];
  for (const { name, payload } of events) {
    if (name !== event?.name || payload === undefined || event.payload === undefined) {
      continue;
    }
    for (const { path, value } of placesIn(payload)) {
      const there = isObject(valueAt(event.payload, path.slice(0, -1)));
      if (!there || valueAt(event.payload, path) !== undefined) {
        continue;
      }
      for (const added of [value, ...(typeof value === 'string' && value !== '' ? ['other'] : [])]) {
        const edit = added === value ? 'added' : 'another added';
        if (once(`${answer.mode} ${name} ${pointerOf(path)} ${edit}`)) {
          yield breakable(edit, answer, scriptOf(withValue(answer, [at], path, added)));
        }
      }
    }
  }
}

/** An event that comes again, and says something else in one place, or nothing. */
function* contradictions(
  answer: Answer,
  at: number,
  name: string,
  once: (key: string) => boolean,
): Generator<Breakable> {
  const frame = answer.frames[at];
  const payload = frame === undefined || answer.mode === 'body' ? undefined : payloadOf(frame);
  for (const { path, value } of payload === undefined ? [] : placesIn(payload)) {
    for (const other of typeof value === 'string' && value !== '' ? ['other', null] : []) {
      const edit = other === null ? 'repeated with null' : 'repeated with another value';
      if (frame !== undefined && once(`${name} ${pointerOf(path)} ${edit}`)) {
        // What it does to come again is not what it does to say something else.
        const again = { ...answer, frames: answer.frames.toSpliced(at, 0, frame) };
        yield breakable(edit, answer, scriptOf(withValue(again, [at + 1], path, other)), [again, answer]);
      }
    }
  }
}

/**
 * The answer as it is, and with nothing at the place: null says as much as an absent member, and a count of 0 as much as
 * none. What an absent member loses is told against these, as far as they keep the contract.
 */
function emptied(answer: Answer, at: number, path: Path, value: JsonValue): Answer[] {
  const zero = zeroOf(value);
  return [
    ...(value === null ? [] : [withValue(answer, [at], path, null)]),
    ...(zero === undefined ? [] : [withValue(answer, [at], path, zero)]),
    answer,
  ];
}

function zeroOf(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'number') {
    return 0;
  }
  if (!isObject(value) || Object.keys(value).length === 0) {
    return undefined;
  }
  const zeros = Object.entries(value).map(([key, inner]) => [key, inner === undefined ? undefined : zeroOf(inner)]);
  return zeros.every(([, zero]) => zero !== undefined) ? Object.fromEntries(zeros) : undefined;
}

function changesOf(value: JsonValue): readonly (readonly [edit: string, value: JsonValue | undefined])[] {
  return [
    ['missing', undefined],
    ...(value === null ? [] : [['null', null] as const]),
    ['of another type', otherType(value)],
    ...others(value).map((other, index) => [`another value (${index + 1})`, other] as const),
    ...(isArray(value) && value.length > 0 ? [['empty', []] as const] : []),
    ...(isObject(value) && Object.keys(value).length > 0 ? [['empty', {}] as const] : []),
  ];
}

function otherType(value: JsonValue): JsonValue {
  return typeof value === 'string' || value === null ? 7 : isArray(value) ? {} : isObject(value) ? [] : String(value);
}

function others(value: JsonValue): readonly JsonValue[] {
  switch (typeof value) {
    case 'string':
      return ['other', '', ...(value === 'completed' ? ['incomplete'] : [])];
    case 'number':
      return [value + 1, value - 1, 0.5];
    case 'boolean':
      return [!value];
    default:
      return [];
  }
}

interface Place {
  readonly path: Path;
  readonly value: JsonValue;
}

function placesIn(value: JsonValue, path: Path = []): readonly Place[] {
  const inner: readonly (readonly [string | number, JsonValue | undefined])[] = isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return inner.flatMap(([key, child]) =>
    child === undefined ? [] : [{ path: [...path, key], value: child }, ...placesIn(child, [...path, key])],
  );
}

function pointerOf(path: Path): string {
  return path.map((key) => `/${typeof key === 'number' ? (key === 0 ? '0' : '+') : escapePointer(key)}`).join('');
}

function valueAt(value: JsonValue | undefined, [key, ...rest]: Path): JsonValue | undefined {
  if (key === undefined || value === undefined) {
    return value;
  }
  const inner = typeof key === 'number' ? isArray(value) && value[key] : isObject(value) && value[key];
  return inner === false || inner === undefined ? undefined : valueAt(inner, rest);
}

/** The answer with another value at a place of some of its events; `undefined` takes it out. */
function withValue(answer: Answer, at: readonly number[], path: Path, value: JsonValue | undefined): Answer {
  const frames = answer.frames.map((frame, index) => {
    const payload = at.includes(index) ? payloadOf(frame) : undefined;
    return payload === undefined ? frame : { ...frame, data: JSON.stringify(replaced(payload, path, value)) };
  });
  return { ...answer, frames };
}

function replaced(node: JsonValue, [key, ...rest]: Path, value: JsonValue | undefined): JsonValue {
  if (typeof key === 'number') {
    if (!isArray(node) || key >= node.length) {
      return node;
    }
    return rest.length === 0 && value === undefined
      ? node.toSpliced(key, 1)
      : node.with(key, rest.length === 0 ? (value ?? null) : replaced(node[key] ?? null, rest, value));
  }
  if (key === undefined || !isObject(node)) {
    return node;
  }
  const changed: JsonRecord = { ...node };
  if (rest.length > 0) {
    const inner = node[key];
    if (inner === undefined) {
      return node;
    }
    changed[key] = replaced(inner, rest, value);
  } else {
    changed[key] = value;
  }
  return changed;
}
