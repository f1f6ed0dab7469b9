import { enumeratedFields } from '../contract/schema/enumerations.ts';
import { isArray, isObject, type JsonValue, parseJson } from '../core/json.ts';
import type { Reading } from '../core/reading.ts';
import type { Recording } from '../recording/recording.ts';

/** The form of an answer without its content. Two answers of one provider to one request should share it. */
export interface Shape {
  readonly status: number;
  /** Names of the response headers, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Events or payloads by name. */
  readonly events: ReadonlySet<string>;
  /** `event /path: kind of value`. */
  readonly fields: ReadonlySet<string>;
  /** `event /path = value`, for fields whose values are words of the dialect. */
  readonly values: ReadonlySet<string>;
  /** Kinds of domain events in their order, without repeats in a row and without heartbeats. */
  readonly order: readonly string[];
}

/** Objects whose keys the model or the caller chose. */
const free: ReadonlySet<string> = new Set([
  'args',
  'input',
  'parameters',
  'input_schema',
  'metadata',
  'labels',
  'schema',
]);

/** @param reading the recording, read */
export function shapeOf({ dialect, script }: Recording, reading: Reading): Shape {
  const enumerated = enumeratedFields(dialect);
  const events = new Set<string>();
  const fields = new Set<string>();
  const values = new Set<string>();

  const walk = (event: string, path: string, key: string, value: JsonValue | undefined): void => {
    if (value === undefined) {
      return;
    }
    if (path !== '') {
      fields.add(`${event} ${path}: ${kindOf(value)}`);
    }
    if (typeof value === 'string' && enumerated.has(key)) {
      values.add(`${event} ${path} = ${value}`);
    }
    if (isArray(value)) {
      for (const item of value) {
        walk(event, `${path}/*`, key, item);
      }
    } else if (isObject(value) && !free.has(key)) {
      for (const [name, inner] of Object.entries(value)) {
        walk(event, `${path}/${name}`, name, inner);
      }
    }
  };
  // A ping is a matter of chance, not of shape.
  const heartbeats = new Set(reading.events.flatMap(({ kind, frame }) => (kind === 'heartbeat' ? [frame] : [])));
  for (const { index, event, data } of reading.frames) {
    if (heartbeats.has(index)) {
      continue;
    }
    const parsed = data === '' ? undefined : parseJson(data);
    const payload = parsed?.ok === true ? parsed.value : undefined;
    const name = event ?? nameOf(payload) ?? (payload === undefined ? printableEnd(data) : 'payload');
    if (name !== undefined) {
      events.add(name);
      walk(name, '', '', payload);
    }
  }
  const kinds = reading.events.map(({ kind }) => kind).filter((kind) => kind !== 'heartbeat');
  return {
    status: script.head.status,
    headers: new Set(script.head.headers.map(([name]) => name.toLowerCase())),
    events,
    fields,
    values,
    order: kinds.filter((kind, index) => kind !== kinds[index - 1]),
  };
}

/** `[DONE]` and similar payloads. A longer one may be text. */
function printableEnd(data: string): string | undefined {
  return /^\[[A-Z]{1,16}\]$/.test(data.trim()) ? data.trim() : undefined;
}

function nameOf(payload: JsonValue | undefined): string | undefined {
  const word = isObject(payload) ? (payload['type'] ?? payload['object']) : undefined;
  return typeof word === 'string' ? word : undefined;
}

function kindOf(value: JsonValue): string {
  return value === null ? 'null' : isArray(value) ? 'array' : typeof value;
}
